import { z } from "zod";

/** Answers that both APIs share. The API schemas import this file, so it may import nothing but zod. */

/** The signed-in user, as `POST /api/auth/login`, `/register` and `GET /api/auth/me` answer it. */
export const user = z
  .strictObject({
    id: z.uuid(),
    username: z.string(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    isAdmin: z.boolean(),
    isDeveloper: z.boolean(),
    isPro: z.boolean(),
    isActive: z.boolean(),
    twoFactorEnabled: z.boolean(),
    /** If false, the session is pending: valid only for /api/auth/me, logging out and resending the verification email. */
    emailVerified: z.boolean(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

/** The `user` of an answer: the fields of the schema and no others. */
export const userAnswer = (account: User): User =>
  Object.fromEntries(Object.keys(user.shape).map((field) => [field, account[field as keyof User]])) as User;

/** What every new account has beside its names and its address. */
export const newUser = {
  isAdmin: false,
  isDeveloper: false,
  isPro: false,
  isActive: true,
  twoFactorEnabled: false,
  emailVerified: false,
} satisfies Partial<User>;

export const message = z.strictObject({ message: z.string() }).meta({ id: "Message" });

/** Every refusal outside the OAuth protocol endpoints (in the spirit of RFC 9457; `message` is the sentence shown to the user). */
export const problem = z
  .strictObject({
    message: z.string(),
    code: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    /** With `two_factor_required`: what the account accepts as its second factor. */
    methods: z.array(z.enum(["totp", "recovery_code", "hardware_key"])).optional(),
    /** With `two_factor_required`: proves for five minutes that the password was right. */
    loginTicket: z.string().optional(),
    /** With `erasure_requested`: when the account is erased (ISO 8601). */
    erasesAt: z.string().optional(),
    /** With `erasure_requested`: keeps the account, or ends the grace, for 15 minutes. */
    erasureTicket: z.string().optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problem>;

/** Every refusal of an OAuth protocol endpoint (RFC 6749 section 5.2). */
export const oauthError = z
  .strictObject({ error: z.string(), error_description: z.string() })
  .meta({ id: "OAuthError" });
