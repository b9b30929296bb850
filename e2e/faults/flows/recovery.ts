import { type Command, command, signIn, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { newPassword } from "../new-password.ts";
import type { Request } from "../request.ts";
import { addKey, addTotp } from "./second-factors.ts";

const requests = {
  resetRequest: {
    what: "a request for a new password",
    method: "POST",
    path: "/api/auth/forgot-password",
    comesTo: ["PasswordResetRequested"],
  },
  reset: {
    what: "a password by the link of an email",
    method: "POST",
    path: "/api/auth/reset-password",
    comesTo: ["PasswordReset"],
  },
  securing: {
    what: "a change that its owner disowns",
    method: "POST",
    path: "/api/auth/not-me",
    comesTo: ["AccountSecured", "PasswordResetRequested"],
    appends: ["keys HardwareKeyRemoved", "factors TwoFactorDisabled", "user AccountSecured,PasswordResetRequested"],
  },
} as const satisfies Record<string, Request>;

const resetRequest = ({ email }: Visitor): Command => command({ ...requests.resetRequest, body: { email } });

/** A new password by the link of an email, which the visitor knows from then on. */
export const reset = (visitor: Visitor, token: string, password = newPassword()): Command =>
  command({
    ...requests.reset,
    body: { token, newPassword: password, confirmPassword: password },
    learn() {
      visitor.password = password;
    },
  });

const securing = (token: string): Command => command({ ...requests.securing, body: { token } });

/** Forgets the password, then finds second factors that another person has added. */
export const recovery: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, linkTo } = scene;
    await does(resetRequest(visitor));
    await does(reset(visitor, await linkTo(visitor.email, "reset-password", "Set a new password")));
    await does(signIn(visitor));
    await addTotp(visitor, scene);
    await addKey(visitor, scene);
    await addKey(visitor, scene);
    await does(securing(await linkTo(visitor.email, "not-me", "Two-factor authentication was enabled")));
  },
};
