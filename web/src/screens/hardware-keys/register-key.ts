import { read, send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import type { Parsed } from "../../load-schemas.ts";
import { CeremonyEnded, createCredential } from "../../webauthn.ts";

/** A registration that did not succeed. Its message is for the user. */
export class RegistrationFailure extends Error {
  static from(error: unknown, fallback: string): RegistrationFailure {
    return new RegistrationFailure(sentenceOf(error, fallback), { cause: error });
  }
}

const failing = (fallback: string) => (error: unknown) => {
  throw RegistrationFailure.from(error, fallback);
};

const notCreated = (error: unknown) => {
  if (!(error instanceof CeremonyEnded)) throw RegistrationFailure.from(error, "Failed to register hardware key");
  throw RegistrationFailure.from(
    error,
    error.isRegistered ? "This key is registered to your account already." : "No credential created",
  );
};

/** Registers a hardware key that the user chooses in the browser. @throws RegistrationFailure */
export async function registerKey(): Promise<Parsed<"hardwareKeyRegistered">> {
  const options = await read("registrationOptions", "/api/auth/webauthn/register-begin").catch(
    failing("Failed to start registration"),
  );
  const response = await createCredential(options).catch(notCreated);
  return send("hardwareKeyRegistered", {
    method: "POST",
    path: "/api/auth/webauthn/register-complete",
    body: { response },
  }).catch(failing("Failed to complete registration"));
}
