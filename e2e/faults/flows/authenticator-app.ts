import { ofMember } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { addTotp, factorRequests, trustBrowser, trustIdIn } from "./second-factors.ts";

const requests = {
  totpSetUp: factorRequests.totpSetUp,
  totpEnabling: factorRequests.totpEnabling,
  newRecoveryCodes: { call: "POST /api/auth/2fa/recovery-codes", comesTo: ["RecoveryCodesIssued"] },
  codeSignIn: factorRequests.codeSignIn,
  trustEnding: { call: "DELETE /api/user/trusted-devices/{id}", comesTo: ["DeviceTrustEnded"] },
  totpDisabling: { call: "POST /api/auth/2fa/disable", comesTo: ["TwoFactorDisabled"] },
} as const satisfies Record<string, Request>;

export const authenticatorApp: Flow = {
  requests,
  async run(visitor, scene) {
    const { does } = scene;
    await addTotp(visitor, scene);
    const { recoveryCodes } = (await does(ofMember(visitor, requests.newRecoveryCodes))).body;
    const cookie = await trustBrowser(visitor, recoveryCodes[0], scene);
    await does(ofMember(visitor, named(requests.trustEnding, trustIdIn(cookie))));
    await does(ofMember(visitor, requests.totpDisabling));
  },
};
