import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { trustCookieOf } from "../../http/second-factors.ts";
import { SoftwareAuthenticator } from "../../http/software-authenticator.ts";
import { type Command, ofMember } from "../commands.ts";
import type { Scene } from "../flow.ts";
import type { Request, Visitor } from "../request.ts";
import { ofMembers } from "../requests.ts";

/** How second factors are added and used. The flow that is about each of them declares its requests. */
export const factorRequests = {
  totpSetUp: { call: "GET /api/auth/2fa/setup", comesTo: ["TotpSetUpStarted"] },
  totpEnabling: {
    call: "POST /api/auth/2fa/verify",
    comesTo: ["TwoFactorEnabled", "TotpStepAccepted", "RecoveryCodesIssued"],
    appends: ["factors TwoFactorEnabled,TotpStepAccepted,RecoveryCodesIssued"],
  },
  /** With a recovery code, from a browser that is trusted from then on. */
  codeSignIn: {
    ...ofMembers.signIn,
    comesTo: ["RecoveryCodeUsed", "SessionStarted", "DeviceTrusted", "SessionEnded"],
  },
  keyBeginning: { call: "GET /api/auth/webauthn/register-begin", comesTo: [] },
  keyAdding: {
    call: "POST /api/auth/webauthn/register-complete",
    comesTo: ["HardwareKeyAdded", "RecoveryCodesIssued"],
    appends: ["credential CredentialReserved", "keys HardwareKeyAdded", "factors RecoveryCodesIssued"],
  },
} as const satisfies Record<string, Request>;

/** A code that nobody accepted in time is followed by a newer one. */
const totpEnabling = (visitor: Visitor, { secret, now }: { secret: string; now: () => Date }): Command =>
  ofMember(visitor, factorRequests.totpEnabling, {
    body: { totpCode: codeAt(secret, now()) },
    renewed: ({ body }) => (body.code === "invalid_code" ? totpEnabling(visitor, { secret, now }) : null),
  });

/** Adds an authenticator app to an account without second factors. Returns its secret and the recovery codes. */
export async function addTotp(visitor: Visitor, { does, now }: Scene): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await does(ofMember(visitor, factorRequests.totpSetUp))).body;
  const { recoveryCodes } = (await does(totpEnabling(visitor, { secret, now }))).body;
  return { secret, codes: recoveryCodes };
}

/** Signs in where the visitor is signed in already: the former session ends. Returns the cookie of the trusted browser. */
export async function trustBrowser(visitor: Visitor, code: string, { does }: Scene): Promise<string> {
  const body = { totpCode: code, trustDevice: true };
  return trustCookieOf(await does(ofMember(visitor, factorRequests.codeSignIn, { token: visitor.token, body })));
}

/** The id of the trust that the cookie proves. */
export const trustIdIn = (cookie: string): string => cookie.replace(/^[^=]*=/, "").split(".", 1)[0] ?? "";

interface AddedKey {
  key: SoftwareAuthenticator;
  keyId: string;
  /** None unless it is the first second factor. */
  codes: string[];
}

/** Adds a hardware key. `isFirst`: to an account without second factors, so that recovery codes come with it. */
export async function addKey(visitor: Visitor, { url, does }: Scene, { isFirst = false } = {}): Promise<AddedKey> {
  const key = new SoftwareAuthenticator(url);
  const options = (await does(ofMember(visitor, factorRequests.keyBeginning))).body;
  const { keyAdding } = factorRequests;
  const adding = isFirst ? keyAdding : { ...keyAdding, comesTo: ["HardwareKeyAdded"] as const };
  const added = await does(ofMember(visitor, adding, { body: { response: key.register(options) } }));
  const { hardwareKey, recoveryCodes = [] } = added.body;
  return { key, keyId: hardwareKey.id, codes: recoveryCodes };
}
