import { z } from "zod";

/** Schemas of what the service says about who may join. */

const mode = z.enum(["open", "only-domains", "not-domains", "invitation", "closed"]);

/** For anyone. `domains`: null unless only addresses of these domains may join. */
export const publicSignUpPolicy = z.strictObject({ mode, domains: z.array(z.string()).readonly().nullable() });

/** The admin who decided. The username is null if the account is gone. */
const admin = z.strictObject({ id: z.uuid(), username: z.string().nullable() }).meta({ id: "Admin" });

/** For admins. `setAt` and `setBy` are null until an admin has set a policy. */
export const signUpPolicy = z.strictObject({
  mode,
  domains: z.array(z.string()).readonly(),
  setAt: z.iso.datetime().nullable(),
  setBy: admin.nullable(),
});
export type SignUpPolicy = z.infer<typeof signUpPolicy>;

/** `state`: `no-admin` if the one who made it has stopped being an active admin since. `email`: only this address may use it. */
export const invitation = z
  .strictObject({
    id: z.uuid(),
    madeAt: z.iso.datetime(),
    madeBy: admin,
    expiresAt: z.iso.datetime(),
    uses: z.int(),
    used: z.int(),
    state: z.enum(["open", "used", "expired", "revoked", "no-admin"]),
    isAdmin: z.boolean(),
    isDeveloper: z.boolean(),
    isPro: z.boolean(),
    isAddressed: z.boolean(),
    email: z.string().nullable(),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitation>;
export const invitations = z.strictObject({ invitations: z.array(invitation), nextCursor: z.string().nullable() });
