import { ofMember } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { chosenPassword } from "../requests.ts";
import { addKey, trustBrowser } from "./second-factors.ts";

const requests = {
  factors: {
    open: true,
    call: "POST /api/auth/rescue/second-factors",
    comesTo: ["RescueLinkUsed"],
    appends: [
      "user RescueLinkUsed",
      "keys HardwareKeyRemoved",
      "factors DeviceTrustEnded,RecoveryCodesEnded",
      "user RescueFinished",
    ],
  },
  password: {
    ...chosenPassword,
    open: true,
    call: "POST /api/auth/rescue/password",
    comesTo: ["RescueLinkUsed", "PasswordReset"],
    appends: ["user RescueLinkUsed,PasswordReset"],
  },
} as const satisfies Record<string, Request>;

/** Loses the key, and forgets the password. */
export const rescue: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, operator } = scene;
    const { codes } = await addKey(visitor, scene, { isFirst: true });
    await trustBrowser(visitor, codes[0] ?? "", scene);
    for (const request of Object.values(requests)) {
      const token = await operator("rescue", visitor.email);
      await does(ofMember(visitor, request, { body: { token } }));
    }
  },
};
