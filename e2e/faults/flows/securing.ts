import { everyPart } from "../../http/admins.ts";
import { ofMember, signIn } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { reset } from "./recovery.ts";
import { addKey, addTotp } from "./second-factors.ts";

const requests = {
  securingOwn: {
    call: "POST /api/user/secure",
    comesTo: ["AccountSecured"],
    appends: ["keys HardwareKeyRemoved", "factors TwoFactorDisabled", "user AccountSecured"],
    body: () => everyPart,
  },
} as const satisfies Record<string, Request>;

/** Ends everything that opens the account, then chooses a new password by the link of the email. */
export const securing: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, linkTo } = scene;
    await addTotp(visitor, scene);
    await addKey(visitor, scene);
    await does(ofMember(visitor, requests.securingOwn));
    await does(reset(visitor, await linkTo(visitor.email, "reset-password", "Your account was secured")));
    await does(signIn(visitor));
  },
};
