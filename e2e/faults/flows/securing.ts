import { command, ofMember, signIn, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { newPassword } from "../new-password.ts";
import type { Request } from "../request.ts";
import { addKey, addTotp } from "./second-factors.ts";

const requests = {
  securingOwn: {
    what: "the securing of one's own account",
    method: "POST",
    path: "/api/user/secure",
    comesTo: ["AccountSecured"],
    appends: ["keys HardwareKeyRemoved", "factors TwoFactorDisabled", "user AccountSecured"],
  },
} as const satisfies Record<string, Request>;

const everything = {
  password: true,
  sessions: true,
  consents: true,
  apiKeys: true,
  hardwareKeys: true,
  twoFactor: true,
  trustedBrowsers: true,
};

const reset = (visitor: Visitor, token: string, password = newPassword()) =>
  command({
    what: "a password after the securing",
    method: "POST",
    path: "/api/auth/reset-password",
    comesTo: ["PasswordReset"],
    body: { token, newPassword: password, confirmPassword: password },
    learn() {
      visitor.password = password;
    },
  });

/** Ends everything that opens the account, then chooses a new password by the link of the email. */
export const securing: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, linkTo } = scene;
    await addTotp(visitor, scene);
    await addKey(visitor, scene);
    await does(ofMember(visitor, { ...requests.securingOwn, body: everything }));
    await does(reset(visitor, await linkTo(visitor.email, "reset-password", "Your account was secured")));
    await does(signIn(visitor));
  },
};
