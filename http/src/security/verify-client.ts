import type { RateLimit, RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { oauthProblem } from "../routing/oauth-error.ts";
import { isProblem, type ProblemAnswer, withHeaders } from "../routing/problem.ts";
import { type ClientSecretDigests, matchesClientSecret } from "./client-secret.ts";
import { type ClientParameters, invalidClient, readPresentedClient } from "./presented-client.ts";

/** A request of an application. */
export interface ClientRequest {
  authorization: string | null;
  parameters: ClientParameters;
  /** Of its sender (`networkOf`). */
  network: string;
  now: Date;
}

/** An active application, as far as it authenticates. */
export interface KnownClient {
  id: string;
  kind: "confidential" | "public";
  digests: ClientSecretDigests;
}

export interface ClientDirectory<Client> {
  /** The application with this id, which may be any text; null if there is none that is active. */
  find(clientId: string): Promise<Client | null>;
  known(client: Client): KnownClient;
  /** Called for each request that is refused although its application exists. */
  onRefused?(client: Client, refusal: ProblemAnswer): void;
}

/** A secret has 256 random bits, so the limit only keeps one network from filling the log of failed calls. */
const wrongSecrets = { limit: 300, seconds: 900 };

/** Of a client that cannot prove who it is. */
export const unknownClient = () =>
  invalidClient("There is no such application, it is suspended, or the secret is wrong");
const tooManyWrong = (seconds: number) =>
  withHeaders(oauthProblem(429, "temporarily_unavailable", "Too many wrong secrets. Wait, then try again."), {
    "Retry-After": String(seconds),
  });

/**
 * Authenticates applications. Each attempt consumes a point of its application and network before the secrets are compared, and gets it
 * back if the secret is right: guesses from other networks never lock an application out.
 */
export function clientVerifier<Client>(rateLimiter: RateLimiter, directory: ClientDirectory<Client>) {
  const name = "wrong secrets of an application in a network";
  const attempts = rateLimiter.window(name, wrongSecrets.limit, wrongSecrets.seconds);
  return async ({ authorization, parameters, network, now }: ClientRequest): Promise<Client | ProblemAnswer> => {
    const presented = readPresentedClient(authorization, parameters);
    if (isProblem(presented)) return presented;
    const client = await directory.find(presented.clientId);
    if (!client) return unknownClient();
    const refusal = await admit(attempts, directory.known(client), { secret: presented.secret, network, now });
    if (refusal?.status === 401) directory.onRefused?.(client, refusal);
    return refusal ?? client;
  };
}

interface Presentation {
  secret: string | null;
  network: string;
  now: Date;
}

/** Null if the application is who it says. */
async function admit(
  attempts: RateLimit,
  client: KnownClient,
  { secret, network, now }: Presentation,
): Promise<ProblemAnswer | null> {
  if (client.kind === "public") return secret === null ? null : invalidClient("A public application has no secret");
  if (secret === null) return invalidClient("This application must send its secret");
  const key = `${client.id} ${network}`;
  const consumption = await attempts.consume(key);
  if ("waitSeconds" in consumption) return tooManyWrong(consumption.waitSeconds);
  if (!matchesClientSecret(client.digests, secret, now)) return unknownClient();
  await attempts.refund(key);
  return null;
}
