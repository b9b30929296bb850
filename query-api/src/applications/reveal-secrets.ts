import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { isRecentAuthentication } from "@attestory/events/recent-authentication.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { SecretSettings } from "@attestory/http/settings/secret-variables.ts";
import type { ApplicationDocument } from "@attestory/projections/read-models/applications.ts";
import type { SessionPrincipal } from "../handling/query-route.ts";
import { type Observed, observedEvent } from "../recording/observed-event.ts";
import type { RecordShown } from "../recording/shown-recorder.ts";

/**
 * The secrets of these applications in clear, by application id, for their owner. None unless the owner proved a short time ago who
 * they are. The log records what was shown before it is shown.
 */
export type RevealSecrets = (
  applications: readonly ApplicationDocument[],
  owner: SessionPrincipal,
  context: RequestContext,
) => Promise<ReadonlyMap<string, string>>;

export interface RevealServices extends Pick<SecretSettings, "clientSecretDisplay" | "stepUpSeconds"> {
  recordShown: RecordShown;
  keyring: Pick<Keyring, "decryptSecret">;
  now: Clock;
  reportError(message: string, error: unknown): void;
}

export function createSecretReveals(services: RevealServices): RevealSecrets {
  const { recordShown, keyring, clientSecretDisplay, stepUpSeconds, now, reportError } = services;
  const decrypted = ({ id, clientSecret }: ApplicationDocument): [string, string][] => {
    if (!clientSecret?.encrypted) return [];
    const of = { purpose: "client secret", owner: id } as const;
    return [[id, keyring.decryptSecret(of, clientSecret.encrypted)]];
  };

  const mayReveal = ({ session }: SessionPrincipal): boolean =>
    clientSecretDisplay === "always" && isRecentAuthentication(new Date(session.authenticatedAt), stepUpSeconds, now());

  return async (applications, owner, context) => {
    const shown = applications.filter(({ clientSecret }) => clientSecret?.encrypted);
    if (shown.length === 0 || !mayReveal(owner)) return new Map();
    const applicationIds = shown.map(({ id }) => id);
    try {
      const secrets = new Map(shown.flatMap(decrypted));
      await recordShown(owner.userId, observedEvent(secretsRevealed(owner, applicationIds), context, now()));
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
