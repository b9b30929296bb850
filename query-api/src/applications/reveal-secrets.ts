import type { Clock } from "@attestory/event-store/clock.ts";
import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { NewEvent } from "@attestory/events/catalogue.ts";
import { auditStream } from "@attestory/events/envelope.ts";
import { isRecentAuthentication } from "@attestory/events/recent-authentication.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { SecretSettings } from "@attestory/http/server/secret-variables.ts";
import type { ApplicationDocument } from "@attestory/projections/read-models/applications.ts";
import { type Observed, observedEvent } from "../observed-event.ts";
import type { SessionPrincipal } from "../query-route.ts";

/**
 * The secrets of these applications in clear, by application id, for their owner. None unless the owner proved a short time ago who
 * they are. The log records what was shown before it is shown.
 */
export type RevealSecrets = (
  applications: readonly ApplicationDocument[],
  owner: SessionPrincipal,
  context: RequestContext,
) => Promise<ReadonlyMap<string, string>>;

interface RevealParts {
  log: Pick<EventLog, "read" | "append">;
  sealing: Pick<Sealing, "seal">;
  keyring: Pick<Keyring, "decryptSecret">;
  settings: SecretSettings;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

/** The same person may open the portal in several windows at once. */
const attempts = 5;

export function createSecretReveals({ log, sealing, keyring, settings, now, reportError }: RevealParts): RevealSecrets {
  const record = async (fact: NewEvent, stream: ReturnType<typeof auditStream>): Promise<void> => {
    const sealed = await sealing.seal(stream, [fact]);
    for (let attempt = 1; ; attempt++) {
      try {
        await log.append(stream, (await log.read(stream, 0, 1)).version, sealed);
        return;
      } catch (error) {
        if (!(error instanceof VersionConflict) || attempt === attempts) throw error;
      }
    }
  };

  const decrypted = ({ id, clientSecret }: ApplicationDocument): [string, string][] => {
    if (!clientSecret?.encrypted) return [];
    const of = { purpose: "client secret", owner: id } as const;
    return [[id, keyring.decryptSecret(of, clientSecret.encrypted)]];
  };

  const mayReveal = ({ session }: SessionPrincipal): boolean =>
    settings.clientSecretDisplay === "always" &&
    isRecentAuthentication(new Date(session.authenticatedAt), settings.stepUpSeconds, now());

  return async (applications, owner, context) => {
    const shown = applications.filter(({ clientSecret }) => clientSecret?.encrypted);
    if (shown.length === 0 || !mayReveal(owner)) return new Map();
    const applicationIds = shown.map(({ id }) => id);
    try {
      const secrets = new Map(shown.flatMap(decrypted));
      await record(observedEvent(secretsRevealed(owner, applicationIds), context, now()), auditStream(owner.userId));
      return secrets;
    } catch (error) {
      // The list can be read while the log cannot be written. What is not recorded is not shown.
      reportError("client secrets not shown", error);
      return new Map();
    }
  };
}

const secretsRevealed = ({ userId, sessionId }: SessionPrincipal, applicationIds: string[]): Observed => ({
  event: { type: "ClientSecretsRevealed", data: { userId, applicationIds } },
  userId,
  delegate: null,
  sessionId,
});
