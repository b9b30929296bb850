import { z } from "zod";

/** What both APIs answer alike. Imported by contracts, so nothing here may need more than zod. */

/** The signed-in person, as `POST /api/auth/login`, `/register` and `GET /api/auth/me` answer it. */
export const user = z.strictObject({
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
  /** False: the token is a pending session, good for /api/auth/me, logging out and resending only. */
  emailVerified: z.boolean(),
});
export type User = z.infer<typeof user>;

export const message = z.strictObject({ message: z.string() });

/** Every refusal outside the OAuth protocol endpoints (RFC 9457 in spirit; `message` is the sentence a person reads). */
export const problem = z.strictObject({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problem>;
