import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { isProblem, type ProblemAnswer, withHeaders } from "@attestory/http/routing/problem.ts";
import { matchesClientSecret } from "@attestory/http/security/client-secret.ts";
import type { RateLimit, RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { loadApplication } from "../applications/application.ts";
import type { Application } from "../applications/application-state.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { invalidClient, type PresentedClient, readPresentedClient } from "./presented-client.ts";
import { failedCall, type ReportCall } from "./token-dependencies.ts";

/** A request of an application. */
export interface ClientRequest {
  authorization: string | null;
  parameters: { client_id?: string | undefined; client_secret?: string | undefined };
  /** Of its sender (`networkOf`). */
  network: string;
  now: Date;
}

export type AuthenticateClient = (request: ClientRequest) => Promise<Application | ProblemAnswer>;

interface Attempt {
  application: Application;
  secret: string;
  network: string;
  now: Date;
}

/** A secret has 256 random bits, so the limit only keeps one network from filling the log of failed calls. */
const wrongSecrets = { limit: 300, seconds: 900 };

const unknown = () => invalidClient("There is no such application, it is suspended, or the secret is wrong");
const tooManyWrong = (seconds: number) =>
  withHeaders(oauthProblem(429, "temporarily_unavailable", "Too many wrong secrets. Wait, then try again."), {
    "Retry-After": String(seconds),
  });

/**
 * Authenticates applications. Each attempt consumes a point of its application and network before the secrets are compared, and gets it
 * back if the secret is right: guesses from other networks never lock an application out.
 */
export function createClientAuthentication(
  commandHandler: Pick<CommandHandler, "load">,
  { rateLimiter, reportCall }: { rateLimiter: RateLimiter; reportCall: ReportCall },
): AuthenticateClient {
  const attempts = rateLimiter.window(
    "wrong secrets of an application in a network",
    wrongSecrets.limit,
    wrongSecrets.seconds,
  );
  return async ({ authorization, parameters, network, now }) => {
    const presented = readPresentedClient(authorization, parameters);
    if (isProblem(presented)) return presented;
    const application = await loadApplication(commandHandler, presented.clientId);
    if (!application) return unknown();
    const admitted = await admit(attempts, application, { presented, network, now });
    if (isProblem(admitted) && admitted.status === 401) reportCall(application.applicationId, failedCall(admitted));
    return admitted;
  };
}

interface Presentation {
  presented: PresentedClient;
  network: string;
  now: Date;
}

async function admit(
  attempts: RateLimit,
  application: Application,
  { presented: { secret }, network, now }: Presentation,
): Promise<Application | ProblemAnswer> {
  if (application.kind === "public") {
    return secret === null ? application : invalidClient("A public application has no secret");
  }
  if (secret === null) return invalidClient("This application must send its secret");
  return verify(attempts, { application, secret, network, now });
}

async function verify(attempts: RateLimit, { application, secret, network, now }: Attempt) {
  const key = `${application.applicationId} ${network}`;
  const consumption = await attempts.consume(key);
  if ("waitSeconds" in consumption) return tooManyWrong(consumption.waitSeconds);
  const { clientSecret, formerSecret } = application;
  const digests = { current: clientSecret?.digest ?? null, former: formerSecret };
  if (!matchesClientSecret(digests, secret, now)) return unknown();
  await attempts.refund(key);
  return application;
}
