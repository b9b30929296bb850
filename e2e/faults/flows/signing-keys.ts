import { ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";

const requests = {
  rotation: {
    call: "POST /api/admin/signing-keys/rotate",
    comesTo: ["SigningKeyPromoted", "SigningKeyCreated", "SigningKeyPromoted", "SigningKeyCreated"],
    appends: ["signingKeys SigningKeyPromoted,SigningKeyCreated,SigningKeyPromoted,SigningKeyCreated"],
    body: () => ({ reason: "urgent" }),
  },
} as const satisfies Record<string, Request>;

/** An admin rotates the keys that sign tokens. */
export const signingKeys: Flow = {
  requests,
  async run(_, { admin, does }) {
    await does(stepUp(admin));
    await does(ofMember(admin, requests.rotation));
  },
};
