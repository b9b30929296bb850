import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { oauthProblem } from "../routing/oauth-error.ts";
import { isProblem, type ProblemAnswer, withHeaders } from "../routing/problem.ts";
import type { ApplicationKeys } from "./application-keys.ts";
import { assertionVerifier, type VerifyAssertion } from "./client-assertion.ts";
import { type ClientSecretDigests, matchesClientSecret } from "./client-secret.ts";
import {
  type ClientParameters,
  invalidClient,
  invalidRequest,
  type PresentedClient,
  readPresentedClient,
} from "./presented-client.ts";
import type { SingleUses } from "./single-uses.ts";

/** A request of an application. */
export interface ClientRequest {
  authorization: string | null;
  parameters: ClientParameters;
  /** Of its sender (`networkOf`). */
  network: string;
  /** The address that was called. */
  endpoint: string;
  now: Date;
  /** By the clock of this machine. */
  machineTime: Date;
}

/** An active application, as far as it authenticates. */
export interface KnownClient {
  id: string;
  /** What it calls itself: its client id. */
  name: string;
  kind: "confidential" | "public";
  digests: ClientSecretDigests;
  /** Its public keys; null if it has none. */
  jwks: ApplicationKeys | null;
  /** It signs assertions, and a secret that it has does not work. */
  usesPrivateKeyJwt: boolean;
}

export interface ClientDirectory<Client> {
  /** The application with this id, which may be any text; null if there is none that is active. */
  find(clientId: string): Promise<Client | null>;
  known(client: Client): KnownClient;
  /** Called for each request that is refused although its application exists. */
  onRefused?(client: Client, refusal: ProblemAnswer): void;
}

/** A secret has 256 random bits, so the limit only keeps one network from filling the log of failed calls. */
const wrongProofs = { limit: 300, seconds: 900 };

/** Of a client that cannot prove who it is. */
export const unknownClient = () =>
  invalidClient("There is no such application, it is suspended, or the secret is wrong");
const tooManyWrong = (seconds: number) =>
  withHeaders(
    oauthProblem(429, "temporarily_unavailable", "Too many wrong secrets or assertions. Wait, then try again."),
    { "Retry-After": String(seconds) },
  );

export interface ProofRules extends SingleUses {
  issuer: string;
}

/**
 * Authenticates applications. Each attempt consumes a point of its application and network before the secrets are compared, and gets it
 * back if the secret is right: guesses from other networks never lock an application out. The same holds for assertions.
 */
export function clientVerifier<Client>(
  rateLimiter: RateLimiter,
  { issuer, ...uses }: ProofRules,
  directory: ClientDirectory<Client>,
) {
  const name = "wrong secrets of an application in a network";
  const attempts = rateLimiter.window(name, wrongProofs.limit, wrongProofs.seconds);
  const verifyAssertion = assertionVerifier({ issuer, tokenEndpoint: `${issuer}/api/oauth/token`, ...uses });

  /** Null if the application is who it says. */
  const admit = async (client: KnownClient, presented: PresentedClient, request: ClientRequest) => {
    const check = checkOf(client, presented, request);
    if (check === null || "problem" in check) return check;
    const key = `${client.id} ${request.network}`;
    const consumption = await attempts.consume(key);
    if ("waitSeconds" in consumption) return tooManyWrong(consumption.waitSeconds);
    const refusal = await check.refusal(verifyAssertion);
    if (refusal === null) await attempts.refund(key);
    return refusal;
  };

  return async (request: ClientRequest): Promise<Client | ProblemAnswer> => {
    const presented = readPresentedClient(request.authorization, request.parameters);
    if (isProblem(presented)) return presented;
    const client = await directory.find(presented.clientId);
    if (!client) return unknownClient();
    const refusal = await admit(directory.known(client), presented, request);
    if (refusal && refusal.status !== 429) directory.onRefused?.(client, refusal);
    return refusal ?? client;
  };
}

/** A check that is worth guessing at, so that it has a limit. */
interface LimitedCheck {
  refusal(verifyAssertion: VerifyAssertion): Promise<ProblemAnswer | null>;
}

/** Null: the application has nothing to prove. */
function checkOf(
  client: KnownClient,
  { secret, assertion }: PresentedClient,
  request: ClientRequest,
): LimitedCheck | ProblemAnswer | null {
  if (secret !== null && assertion !== null) return invalidRequest("Send a secret or client_assertion, not both");
  if (client.kind === "public") return checkOfPublic(secret ?? assertion);
  return client.usesPrivateKeyJwt
    ? checkOfAssertion(client, assertion, request)
    : checkOfSecret(client, { secret, assertion }, request);
}

const checkOfPublic = (proof: string | null) =>
  proof === null ? null : invalidClient("A public application has no secret and no keys to authenticate by");

function checkOfSecret(
  { digests }: KnownClient,
  { secret, assertion }: Pick<PresentedClient, "secret" | "assertion">,
  { now }: ClientRequest,
): LimitedCheck | ProblemAnswer {
  if (assertion !== null) return invalidClient("This application authenticates by its secret, not by client_assertion");
  if (secret === null) return invalidClient("This application must send its secret");
  return { refusal: async () => (matchesClientSecret(digests, secret, now) ? null : unknownClient()) };
}

function checkOfAssertion(
  { name: clientId, jwks }: KnownClient,
  assertion: string | null,
  { endpoint, machineTime }: ClientRequest,
): LimitedCheck | ProblemAnswer {
  if (assertion === null) {
    return invalidClient("This application authenticates by private_key_jwt: send client_assertion, and no secret");
  }
  const presented = { assertion, clientId, keys: jwks ?? { keys: [] }, endpoint, machineTime };
  return {
    async refusal(verifyAssertion) {
      const fault = await verifyAssertion(presented);
      return fault === null ? null : invalidClient(fault);
    },
  };
}
