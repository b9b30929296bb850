import { z } from "zod";

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const text = z.string().nullable();

const registered = z.strictObject({
  status: z.literal("registered"),
  userId: z.uuid(),
  ...{ email: text, username: text, firstName: text, lastName: text, passwordHash: text },
  emailVerified: z.boolean(),
  verification: z.strictObject({ id: z.uuid(), requestedAt: instant }),
  ...{ isActive: z.boolean(), isAdmin: z.boolean(), isDeveloper: z.boolean(), isPro: z.boolean() },
  sessionEpoch: z.int().nonnegative(),
  keptSession: z.uuid().nullable(),
});
type Registered = z.output<typeof registered>;

/** The `snapshot` of the `user` decider. Only registered accounts get one: other user streams do not grow. */
export const userSnapshot = {
  fold: "user@1",
  taken: (state: Registered | { status: "none" | "aborted" | "decoy" }) =>
    state.status === "registered" ? { person: state.userId, state: z.encode(registered, state) } : null,
  restored: (kept: unknown): Registered | null =>
    registered.safeDecode(kept as z.input<typeof registered>).data ?? null,
};
