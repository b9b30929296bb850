import type { Application } from "@attestory/http/routing/application-schema.ts";
import type { FieldErrors } from "../../form.ts";
import { FieldFrame, inputClass } from "../../parts/field.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { Detail } from "./details.tsx";

type AuthenticationProps = { application: Application | null; errors: FieldErrors };

/** How a confidential application proves who it is, and its public keys. */
export function ClientAuthentication({ application, errors }: AuthenticationProps) {
  const { tokenEndpointAuthMethod = "client_secret", jwks = null } = application ?? {};
  return (
    <>
      <SelectField label="Client authentication" name="tokenEndpointAuthMethod" defaultValue={tokenEndpointAuthMethod}>
        <option value="client_secret">Client secret</option>
        <option value="private_key_jwt">Signature (private_key_jwt), no secret works</option>
      </SelectField>
      <FieldFrame
        label="Public keys"
        aside="optional"
        error={errors.jwks}
        hint="A JWK Set or one JWK: RSA, EC (P-256) or OKP (Ed25519). Never enter a private key."
      >
        {(ids) => (
          <textarea
            {...ids}
            name="jwks"
            rows={4}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder='{"keys": [ … ]}'
            defaultValue={jwks === null ? "" : JSON.stringify(jwks, null, 2)}
            className={`${inputClass.replace("h-control", "min-h-24")} py-2 font-mono`}
          />
        )}
      </FieldFrame>
    </>
  );
}

/** What the fields above say. Left out where they are not shown, so that the settings stay as they are. */
export function authenticationIn(data: FormData) {
  const text = data.get("jwks");
  if (typeof text !== "string") return {};
  return { tokenEndpointAuthMethod: data.get("tokenEndpointAuthMethod"), jwks: keysIn(text.trim()) };
}

/** The schema says what is wrong with a text that is no JSON. */
function keysIn(text: string): unknown {
  if (text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isOneKey(value) ? { keys: [value] } : value;
  } catch {
    return text;
  }
}

const isOneKey = (value: unknown) => typeof value === "object" && value !== null && "kty" in value;

export function PublicKeys({ jwks }: Pick<Application, "jwks">) {
  if (jwks === null) return null;
  return (
    <Detail name="Public keys">
      <ul className="grid gap-1">
        {jwks.keys.map((key) => (
          <li key={JSON.stringify(key)}>
            {key.kid && <code className="font-mono wrap-anywhere">{key.kid}</code>} {key.alg ?? key.kty}
          </li>
        ))}
      </ul>
    </Detail>
  );
}
