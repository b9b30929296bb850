import { send } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";
import { getCredential } from "../../webauthn.ts";

export type KeyChoices = {
  /** Proves the password step, which the key then completes. Without one, the key is a passkey. */
  loginTicket?: string;
  rememberMe: boolean;
  trustDevice: boolean;
};
type Credential = Awaited<ReturnType<typeof getCredential>>;

export const beginKeySignIn = (body: { loginTicket?: string }): Promise<Parsed<"authenticationOptions">> =>
  send("authenticationOptions", { method: "POST", path: "/api/auth/webauthn/login-begin", body });

export const completeKeySignIn = (response: Credential, choices: KeyChoices): Promise<Parsed<"signedIn">> =>
  send("signedIn", {
    method: "POST",
    path: "/api/auth/webauthn/login-complete",
    body: { response, ...choices },
  });

/** Signs in with a key that the user chooses in the browser. @throws CeremonyEnded */
export async function signInWithKey(choices: KeyChoices): Promise<Parsed<"signedIn">> {
  const { loginTicket } = choices;
  const options = await beginKeySignIn(loginTicket === undefined ? {} : { loginTicket });
  return completeKeySignIn(await getCredential(options), choices);
}
