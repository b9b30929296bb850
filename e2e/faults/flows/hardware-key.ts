import { ofMember } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { chosenPassword } from "../requests.ts";
import { addKey, factorRequests } from "./second-factors.ts";

const requests = {
  keyBeginning: factorRequests.keyBeginning,
  keyAdding: factorRequests.keyAdding,
  keyRenaming: {
    call: "PUT /api/user/hardware-keys/{keyId}",
    comesTo: ["HardwareKeyRenamed"],
    body: () => ({ name: "Blue" }),
  },
  passwordRemoval: {
    call: "DELETE /api/user/password",
    comesTo: ["PasswordRemoved"],
    appends: ["keys KeysRequired", "user PasswordRemoved"],
  },
  passwordSetting: { ...chosenPassword, call: "POST /api/user/password", comesTo: ["PasswordChanged"] },
  keyRemoval: {
    call: "DELETE /api/user/hardware-keys/{keyId}",
    comesTo: ["HardwareKeyRemoved", "RecoveryCodesEnded"],
    appends: ["keys KeysOptional", "keys HardwareKeyRemoved", "factors RecoveryCodesEnded"],
  },
} as const satisfies Record<string, Request>;

export const hardwareKey: Flow = {
  requests,
  async run(visitor, scene) {
    const { does } = scene;
    const { keyId } = await addKey(visitor, scene, { isFirst: true });
    await does(ofMember(visitor, named(requests.keyRenaming, keyId)));
    await does(ofMember(visitor, requests.passwordRemoval));
    await does(ofMember(visitor, requests.passwordSetting));
    await does(ofMember(visitor, named(requests.keyRemoval, keyId)));
  },
};
