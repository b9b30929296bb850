import { needsRole } from "./access-table.ts";
import { sampleKeys } from "./application-keys.ts";
import { newPerson, type Person } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, named } from "./declared-routes.ts";
import { exampleValue } from "./example-value.ts";

/** A declared write with a valid body. */
export interface GoodWrite {
  /** `METHOD /path`. */
  route: string;
  method: string;
  /** With its parameters in braces. */
  path: string;
  /** Whether it needs no session. */
  open: boolean;
  /** Whether only users with a role may make it. An admin with every role may. */
  byAdmins: boolean;
  /** Whether its body may be a file of any size. */
  upload: boolean;
  /** The names of the fields that the call takes. */
  fields: string[];
  /** Every field, also the optional ones but those in `leftOut`; one of those that exclude each other. */
  body: Record<string, unknown>;
}

const newPassword = "another horse battery";

/** Of an application that signs, as no schema tells which texts are a key. */
export const valuesOfKeys = { jwks: sampleKeys, tokenEndpointAuthMethod: "private_key_jwt" };

/** Values that no schema tells, by field: they exist, they are new, or two of them agree. */
const knownValues = (person: Person): Record<string, unknown> => ({
  email: person.email,
  username: newPerson().username,
  password: person.password,
  currentPassword: person.password,
  newEmail: newPerson().email,
  newPassword,
  confirmPassword: newPassword,
  totpCode: "123456",
  domains: ["example.com"],
  ...valuesOfKeys,
});

const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" };
/** What a key may have answered: well formed, and refused with 400 because it answers no challenge. */
const madeKey = { ...credential, response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } };
const usedKey = { ...credential, response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" } };

/** Where a call wants another value in the same field. */
const exceptions = (): Record<string, Record<string, unknown>> => ({
  "POST /api/auth/register": { ...newPerson() },
  // Whether it ends.
  "POST /api/user/secure": { password: true },
  "POST /api/admin/users/{id}/secure": { password: true },
  "POST /api/auth/webauthn/register-complete": { response: madeKey },
  "POST /api/auth/webauthn/login-complete": { response: usedKey },
});

/** Optional fields that are left out, as their values exist only once another call was made. */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
  "POST /api/auth/register": ["invitation"],
  "POST /api/oauth/authorize": ["apiDigest"],
  "POST /api/oauth/device": ["apiDigest"],
};

/** Calls that take one of several fields, and the one that they get. */
export const alternatives: Readonly<Record<string, string>> = { "POST /api/auth/step-up": "currentPassword" };

/** Whether it is a write that a person makes: neither one of applications nor one of programs. */
export const isWriteOfPerson = ({ method, oauth, open, takesSession }: DeclaredRoute): boolean =>
  method !== "GET" && !oauth && (open || takesSession);

/** A body that a call accepts from this person, created anew each time. */
export const goodBodyOf = (declared: DeclaredRoute, person: Person): Record<string, unknown> =>
  goodBody(declared, { ...knownValues(person), ...exceptions()[named(declared)] });

/**
 * Every declared write with a body that it accepts from this person, created anew each time. Those of applications are not among them:
 * they refuse in the form of OAuth, and ignore fields that they do not know (RFC 6749 section 3.2). Nor are those of programs.
 */
export async function goodWrites(url: string, person: Person): Promise<GoodWrite[]> {
  const writes = (await declaredRoutes(url)).filter(isWriteOfPerson);
  return writes.map((declared) => {
    const route = named(declared);
    const { method, path, open, upload } = declared;
    const byAdmins = needsRole(route);
    const body = goodBodyOf(declared, person);
    const fields = Object.keys(declared.body?.properties ?? {});
    return { route, method, path, open, byAdmins, upload, fields, body };
  });
}

function goodBody({ body, ...route }: DeclaredRoute, known: Record<string, unknown>): Record<string, unknown> {
  const [only, without = []] = [alternatives[named(route)], leftOut[named(route)]];
  const isSent = (name: string) => (only === undefined || name === only) && !without.includes(name);
  const fields = Object.entries(body?.properties ?? {}).filter(([name]) => isSent(name));
  return Object.fromEntries(
    fields.map(([name, schema]) => {
      try {
        return [name, known[name] ?? exampleValue(schema)];
      } catch (error) {
        throw new Error(`good-writes.ts needs a value for ${name} of ${named(route)}`, { cause: error });
      }
    }),
  );
}
