import { read, send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import type { Parsed } from "../../load-schemas.ts";
import type { StepUp } from "../../step-up/step-up.tsx";
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

const purpose = "add a hardware key";

/** Registers a hardware key that the user chooses in the browser. @throws RegistrationFailure */
export async function registerKey(confirm: StepUp["confirm"]): Promise<Parsed<"hardwareKeyRegistered">> {
  const begin = () => read("registrationOptions", "/api/auth/webauthn/register-begin");
  const options = await confirm(begin, purpose).catch(failing("Failed to start registration"));
  const response = await createCredential(options).catch(notCreated);
  const path = "/api/auth/webauthn/register-complete";
  const complete = () => send("hardwareKeyRegistered", { method: "POST", path, body: { response } });
  return confirm(complete, purpose).catch(failing("Failed to complete registration"));
}
