import { ofMember } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { addKey, addTotp, trustBrowser } from "./second-factors.ts";

const requests = {
  otherSessionsEnding: {
    call: "DELETE /api/user/sessions",
    comesTo: ["OtherSessionsEnded"],
    appends: ["user OtherSessionsEnded", "factors DeviceTrusted"],
  },
  keyRemoval: {
    call: "DELETE /api/user/hardware-keys/{keyId}",
    comesTo: ["HardwareKeyRemoved"],
    appends: ["factors DeviceTrustEnded", "keys HardwareKeyRemoved"],
  },
} as const satisfies Record<string, Request>;

/** A browser that is trusted stays trusted when the other sessions end, until a hardware key is removed. */
export const trustedBrowser: Flow = {
  requests,
  async run(visitor, scene) {
    const { does } = scene;
    const { codes } = await addTotp(visitor, scene);
    const { keyId } = await addKey(visitor, scene);
    const cookie = await trustBrowser(visitor, codes[0] ?? "", scene);
    await does(ofMember(visitor, requests.otherSessionsEnding, { headers: { cookie } }));
    await does(ofMember(visitor, named(requests.keyRemoval, keyId)));
  },
};
