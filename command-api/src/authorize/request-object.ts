import { hash } from "node:crypto";
import { clientIdOf } from "@attestory/events/client-id.ts";
import { verifyByApplicationKeys } from "@attestory/http/security/application-keys.ts";
import { z } from "zod";
import type { Application } from "../applications/application-state.ts";
import type { RequestParameters } from "./request-parameters.ts";
import type { AuthorizationError } from "./request-rules.ts";
import type { ResolvedRequest } from "./resolved-request.ts";

export interface SentObject {
  application: Application;
  parameters: RequestParameters;
  /** When it was opened first, by the clock of this machine: its times come from another one. */
  machineAt: Date;
  /** The value of `request`. */
  object: string;
}

const claimsForm = z.record(z.string(), z.unknown());
type Claims = z.infer<typeof claimsForm>;
interface DecodedObject {
  readonly algorithm: string;
  readonly claims: Claims;
  /** Its parameters, as an address would have them. */
  readonly inside: [string, string][];
  readonly signature: string;
}

const longest = 16_384;

const invalid = (description: string): AuthorizationError => ({ error: "invalid_request_object", description });
const unsupported = (description: string): AuthorizationError => ({ error: "request_not_supported", description });

/** OpenID Connect Core section 6. */
export const sentTogether = invalid("request and request_uri may not be sent together");

const jsonIn = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));

/** Null if it cannot be read, or is nested too deep to be written. */
function decode(object: string): DecodedObject | null {
  const [header, payload, signature, more] = object.split(".");
  if (header === undefined || payload === undefined || signature === undefined || more !== undefined) return null;
  try {
    const { alg } = z.object({ alg: z.string() }).parse(jsonIn(header));
    const claims = claimsForm.parse(jsonIn(payload));
    const inside = parametersIn(claims);
    // No address can carry half of a surrogate pair.
    return inside.every(([, value]) => value.isWellFormed()) ? { algorithm: alg, claims, inside, signature } : null;
  } catch {
    return null;
  }
}

/** How a request by this object is named where it waits for its user. */
export const referenceToObject = (object: string) => ({ request: hash("sha256", object, "base64url") });

/** Of the JWT itself (RFC 7519 section 4.1). All other claims are parameters. */
const registered = new Set(["iss", "aud", "exp", "nbf", "iat", "jti", "sub"]);

/** A parameter that is not text in the object, such as `max_age` or `claims`, is what the address would have. */
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const parametersIn = (claims: Claims): [string, string][] =>
  Object.entries(claims)
    .filter(([name, value]) => !registered.has(name) && value !== null && value !== "")
    .map(([name, value]) => [name, asText(value)]);

/** A list is how an object sends a parameter more than once. Only `resource` may come so in other services (RFC 8707 section 2). */
const repeatedIn = ({ resource }: Claims): string[] => (Array.isArray(resource) ? ["resource"] : []);

/**
 * A request object by value (RFC 9101 section 5.1, OpenID Connect Core section 6.1). Of one that counts, only its own parameters do. If it
 * is refused, the error goes where it asks for: `read-request.ts` sends it to a registered address alone.
 */
export async function readRequestObject(sent: SentObject, issuer: string): Promise<ResolvedRequest> {
  const { parameters, object } = sent;
  const decoded = object.length > longest ? null : decode(object);
  const reference = referenceToObject(object);
  if (decoded === null) return { parameters, reference, error: invalid("request is not a request object") };
  const { single, repeated, inFrame, isPushed } = parameters;
  const outside = [...single].filter(([name]) => name !== "request");
  const error = (await faultOfProof(sent, decoded)) ?? faultOfObject({ ...sent, issuer }, decoded);
  const counting = error === null ? outside.filter(([name]) => name === "client_id") : outside;
  return {
    parameters: {
      single: new Map([...counting, ...decoded.inside]),
      repeated: new Set([...repeated, ...repeatedIn(decoded.claims)]),
      inFrame,
      isPushed,
    },
    reference,
    error,
  };
}

type Check = (sent: SentObject & { issuer: string }, decoded: DecodedObject) => AuthorizationError | null;

const checks: readonly Check[] = [
  ({ parameters: { single } }) => (single.has("request_uri") ? sentTogether : null),
  (_, { claims }) =>
    "request" in claims || "request_uri" in claims ? invalid("The request object names another one") : null,
  isOfClient,
  isForUs,
  isInTime,
];

function faultOfObject(sent: Parameters<Check>[0], decoded: DecodedObject): AuthorizationError | null {
  for (const check of checks) {
    const error = check(sent, decoded);
    if (error) return error;
  }
  return null;
}

/** Whether the application signed it, or may leave that out. */
async function faultOfProof(
  { application, object }: SentObject,
  { algorithm, signature }: DecodedObject,
): Promise<AuthorizationError | null> {
  if (algorithm !== "none") return faultOfSignature(application, object);
  if (!application.allowUnsignedRequests) {
    return unsupported("Unsigned request objects are not allowed in this application's settings");
  }
  return signature === "" ? null : invalid("A request object with alg none has no signature");
}

/** `oauth-authz-req+jwt` as RFC 9101 section 10.8 says. A JWT of another type was signed for something else. */
const types: readonly (string | null)[] = [null, "jwt", "oauth-authz-req+jwt"];

async function faultOfSignature({ jwks }: Application, object: string): Promise<AuthorizationError | null> {
  if (jwks === null) return unsupported("This application has no public keys that verify a request object");
  const signed = await verifyByApplicationKeys(jwks, object);
  if ("fault" in signed) return invalid(`The request object ${signed.fault}`);
  return types.includes(signed.type) ? null : invalid("The request object has the typ of another kind of token");
}

function isOfClient(
  { application, parameters: { single } }: SentObject,
  { claims }: DecodedObject,
): AuthorizationError | null {
  const own = clientIdOf(application.applicationId, application);
  const isOther = [claims.client_id, claims.iss].some((id) => id !== undefined && id !== own);
  if (isOther) return invalid("client_id or iss of the request object names another application");
  const type = single.get("response_type");
  return type === undefined || claims.response_type === undefined || type === claims.response_type
    ? null
    : invalid("response_type differs from the one in the request object");
}

/** RFC 9101 section 4. Absent is fine. */
function isForUs({ issuer }: Parameters<Check>[0], { claims: { aud } }: DecodedObject): AuthorizationError | null {
  if (aud === undefined || [aud].flat().includes(issuer)) return null;
  return invalid(`aud of the request object must be the issuer, ${issuer}`);
}

const inSeconds = z.number().optional();

/** RFC 7519 sections 4.1.4 and 4.1.5. */
function isInTime({ machineAt }: SentObject, { claims }: DecodedObject): AuthorizationError | null {
  const times = z.object({ exp: inSeconds, nbf: inSeconds }).safeParse(claims);
  if (!times.success) return invalid("exp and nbf of the request object must be numbers of seconds");
  const { exp = Number.POSITIVE_INFINITY, nbf = 0 } = times.data;
  const now = machineAt.getTime() / 1000;
  if (now - leewaySeconds >= exp) return invalid("The request object has expired");
  return now + leewaySeconds < nbf ? invalid("The request object does not count yet (nbf)") : null;
}

/** By which the clocks of two machines may differ. */
const leewaySeconds = 60;
