import { ofMember } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { addKey } from "./second-factors.ts";

const proof = { call: "POST /api/auth/step-up" } as const;

const requests = {
  beginning: { call: "POST /api/auth/step-up/begin", comesTo: [] },
  keyProof: { ...proof, comesTo: ["HardwareKeyUsed", "SessionReauthenticated"] },
  copiedKey: {
    ...proof,
    comesTo: [],
    appends: ["keys HardwareKeySignCountWentBack"],
    refusedWith: 400,
  },
  codeRequest: { call: "POST /api/auth/step-up/email", comesTo: ["EmailCodeRequested"] },
  wrongCode: { ...proof, comesTo: ["WrongEmailCodeGiven"], refusedWith: 400 },
  codeProof: { ...proof, comesTo: ["EmailCodeUsed", "SessionReauthenticated"] },
} as const satisfies Record<string, Request>;

const passwordRemoval = { call: "DELETE /api/user/password", comesTo: ["PasswordRemoved"] } as const;

const wrong = (code: string) => (code === "00000000" ? "00000001" : "00000000");

/** Proves who it is with a key, then without a password and with a code by email. */
export const passkey: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, codeTo } = scene;
    const { key } = await addKey(visitor, scene, { isFirst: true });
    const challenge = async () => (await does(ofMember(visitor, requests.beginning))).body.options;
    const proven = { response: key.assert(await challenge()) };
    await does(ofMember(visitor, requests.keyProof, { body: proven }));
    const copied = { response: key.assert(await challenge(), { signCount: 1 }) };
    await does(ofMember(visitor, requests.copiedKey, { body: copied }));
    await does(ofMember(visitor, passwordRemoval));
    await does(ofMember(visitor, requests.codeRequest));
    const emailCode = await codeTo(visitor.email);
    await does(ofMember(visitor, requests.wrongCode, { body: { emailCode: wrong(emailCode) } }));
    await does(ofMember(visitor, requests.codeProof, { body: { emailCode } }));
  },
};
