import { type Command, ofMember, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { newPassword } from "../new-password.ts";
import { named, type Request } from "../request.ts";
import { addKey, factorRequests } from "./second-factors.ts";

const requests = {
  keyBeginning: factorRequests.keyBeginning,
  keyAdding: factorRequests.keyAdding,
  keyRenaming: {
    what: "another name of a hardware key",
    method: "PUT",
    path: "/api/user/hardware-keys/{keyId}",
    comesTo: ["HardwareKeyRenamed"],
  },
  passwordRemoval: {
    what: "the removal of the password",
    method: "DELETE",
    path: "/api/user/password",
    comesTo: ["PasswordRemoved"],
    appends: ["keys KeysRequired", "user PasswordRemoved"],
  },
  passwordSetting: {
    what: "a password of an account without one",
    method: "POST",
    path: "/api/user/password",
    comesTo: ["PasswordChanged"],
  },
  keyRemoval: {
    what: "the removal of a hardware key",
    method: "DELETE",
    path: "/api/user/hardware-keys/{keyId}",
    comesTo: ["HardwareKeyRemoved", "RecoveryCodesEnded"],
    appends: ["keys KeysOptional", "keys HardwareKeyRemoved", "factors RecoveryCodesEnded"],
  },
} as const satisfies Record<string, Request>;

const keyRenaming = (visitor: Visitor, keyId: string): Command =>
  ofMember(visitor, { ...named(requests.keyRenaming, keyId), body: { name: "Blue" } });

const passwordSetting = (visitor: Visitor, password = newPassword()): Command =>
  ofMember(visitor, {
    ...requests.passwordSetting,
    body: { newPassword: password, confirmPassword: password },
    learn() {
      visitor.password = password;
    },
  });

export const hardwareKey: Flow = {
  requests,
  async run(visitor, scene) {
    const { does } = scene;
    const { keyId } = await addKey(visitor, scene, { isFirst: true });
    await does(keyRenaming(visitor, keyId));
    await does(ofMember(visitor, requests.passwordRemoval));
    await does(passwordSetting(visitor));
    await does(ofMember(visitor, named(requests.keyRemoval, keyId)));
  },
};
