import { type Command, command, ofMember, signIn } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request, Visitor } from "../request.ts";
import { chosenPassword } from "../requests.ts";
import { addKey, addTotp } from "./second-factors.ts";

const requests = {
  resetRequest: { call: "POST /api/auth/forgot-password", comesTo: ["PasswordResetRequested"] },
  reset: { ...chosenPassword, call: "POST /api/auth/reset-password", comesTo: ["PasswordReset"], open: true },
  securing: {
    call: "POST /api/auth/not-me",
    comesTo: ["AccountSecured", "PasswordResetRequested"],
    appends: ["keys HardwareKeyRemoved", "factors TwoFactorDisabled", "user AccountSecured,PasswordResetRequested"],
  },
} as const satisfies Record<string, Request>;

/** Chooses a new password by the link of an email. */
export const reset = (visitor: Visitor, token: string): Command =>
  ofMember(visitor, requests.reset, { body: { token } });

/** Forgets the password, then finds second factors that another person has added. */
export const recovery: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, linkTo } = scene;
    await does(command(requests.resetRequest, { body: { email: visitor.email } }));
    await does(reset(visitor, await linkTo(visitor.email, "reset-password", "Set a new password")));
    await does(signIn(visitor));
    await addTotp(visitor, scene);
    await addKey(visitor, scene);
    await addKey(visitor, scene);
    const token = await linkTo(visitor.email, "not-me", "Two-factor authentication was enabled");
    await does(command(requests.securing, { body: { token } }));
  },
};
