import { type Command, ofMember, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { addKey } from "./second-factors.ts";

const proof = { method: "POST", path: "/api/auth/step-up" } as const;

const requests = {
  beginning: {
    what: "a challenge to prove who it is",
    method: "POST",
    path: "/api/auth/step-up/begin",
    comesTo: [],
  },
  keyProof: {
    ...proof,
    what: "a hardware key as a proof",
    comesTo: ["HardwareKeyUsed", "SessionReauthenticated"],
  },
  copiedKey: {
    ...proof,
    what: "a copy of a hardware key as a proof",
    comesTo: [],
    appends: ["keys HardwareKeySignCountWentBack"],
  },
  codeRequest: {
    what: "a code by email",
    method: "POST",
    path: "/api/auth/step-up/email",
    comesTo: ["EmailCodeRequested"],
  },
  wrongCode: {
    ...proof,
    what: "a wrong code as a proof",
    comesTo: ["WrongEmailCodeGiven"],
  },
  codeProof: {
    ...proof,
    what: "the code of an email as a proof",
    comesTo: ["EmailCodeUsed", "SessionReauthenticated"],
  },
} as const satisfies Record<string, Request>;

const passwordRemoval = { what: "the removal of the password", method: "DELETE", path: "/api/user/password" } as const;

const wrong = (code: string) => (code === "00000000" ? "00000001" : "00000000");

const codeProof = (visitor: Visitor, emailCode: string): Command =>
  ofMember(visitor, { ...requests.codeProof, body: { emailCode } });

/** Proves who it is with a key, then without a password and with a code by email. */
export const passkey: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, codeTo } = scene;
    const { key } = await addKey(visitor, scene, { isFirst: true });
    const challenge = async () => (await does(ofMember(visitor, requests.beginning))).body.options;
    const proven = { response: key.assert(await challenge()) };
    await does(ofMember(visitor, { ...requests.keyProof, body: proven }));
    const copied = { response: key.assert(await challenge(), { signCount: 1 }) };
    await does(ofMember(visitor, { ...requests.copiedKey, body: copied, refusedWith: 400 }));
    await does(ofMember(visitor, { ...passwordRemoval, comesTo: ["PasswordRemoved"] }));
    await does(ofMember(visitor, requests.codeRequest));
    const code = await codeTo(visitor.email);
    await does(ofMember(visitor, { ...requests.wrongCode, body: { emailCode: wrong(code) }, refusedWith: 400 }));
    await does(codeProof(visitor, code));
  },
};
