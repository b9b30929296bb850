import { type Command, command, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { newPassword } from "../new-password.ts";
import type { Request } from "../request.ts";
import { addKey, trustBrowser } from "./second-factors.ts";

const requests = {
  factors: {
    what: "the removal of the second factors by an operator's link",
    method: "POST",
    path: "/api/auth/rescue/second-factors",
    comesTo: ["RescueLinkUsed"],
    appends: [
      "user RescueLinkUsed",
      "keys HardwareKeyRemoved",
      "factors DeviceTrustEnded,RecoveryCodesEnded",
      "user RescueFinished",
    ],
  },
  password: {
    what: "a password by an operator's link",
    method: "POST",
    path: "/api/auth/rescue/password",
    comesTo: ["RescueLinkUsed", "PasswordReset"],
    appends: ["user RescueLinkUsed,PasswordReset"],
  },
} as const satisfies Record<string, Request>;

const factors = (token: string): Command => command({ ...requests.factors, body: { token } });

const password = (visitor: Visitor, token: string, chosen = newPassword()): Command =>
  command({
    ...requests.password,
    body: { token, newPassword: chosen, confirmPassword: chosen },
    learn() {
      visitor.password = chosen;
    },
  });

/** Loses the key, and forgets the password. */
export const rescue: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, operator } = scene;
    const { codes } = await addKey(visitor, scene, { isFirst: true });
    await trustBrowser(visitor, codes[0] ?? "", scene);
    await does(factors(await operator("rescue", visitor.email)));
    await does(password(visitor, await operator("rescue", visitor.email)));
  },
};
