import { applicationIdOf } from "@attestory/events/client-id.ts";
import { applicationStream, clientSourceStream } from "@attestory/events/envelope.ts";
import { application } from "../applications/application.ts";
import type { ApplicationState } from "../applications/application-state.ts";
import { clientSourceUses } from "../client-sources/client-source-uses.ts";
import type { ClientSource } from "../client-sources/client-sources.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { type ClientFault, clientFaults, wrongDocument } from "./client-faults.ts";
import type { ReadMetadata } from "./read-document.ts";

/** New applications of one entry at the same moment decide again one after the other. */
const attempts = 40;

/** A document that is due. */
export interface AskedDocument {
  url: string;
  /** The entry of the list that allows it. */
  source: ClientSource & { sourceId: string };
  /** Of its application, as it was found. */
  state: ApplicationState;
  now: Date;
}

/**
 * Records that the document of a known application is gone or wrong: a host that cannot be reached afterwards does not bring back what it
 * said before.
 */
export async function recordRefusal(
  commandHandler: Pick<CommandHandler, "handle">,
  { url, state, now }: AskedDocument,
): Promise<void> {
  if (state.status !== "registered") return;
  await commandHandler.handle({
    decider: application,
    stream: applicationStream(applicationIdOf(url)),
    command: { type: "refuse-document" },
    person: state.ownerId,
    commandContext: systemContext("client documents", now),
  });
}

/** Records what a document says as the settings of its application, which it registers if there is none. */
export async function recordDocument(
  commandHandler: Pick<CommandHandler, "handle">,
  { url, source, state, now }: AskedDocument,
  { settings: { authMethod, ...settings }, freshSeconds }: ReadMetadata,
): Promise<ClientFault | null> {
  const fault = state.status === "none" ? await countUnderSource(commandHandler, { url, source, now }) : null;
  if (fault) return fault;
  const ownerId = state.status === "registered" ? state.ownerId : source.allowedBy;
  const applicationId = applicationIdOf(url);
  const outcome = await commandHandler.handle({
    decider: application,
    stream: applicationStream(applicationId),
    command: {
      type: "adopt",
      ...settings,
      applicationId,
      ownerId,
      usesPrivateKeyJwt: authMethod === "private_key_jwt",
      documentUrl: url,
      sourceId: source.sourceId,
      freshUntil: new Date(now.getTime() + freshSeconds * 1000).toISOString(),
    },
    person: ownerId,
    commandContext: systemContext("client documents", now),
  });
  if (!isRefused(outcome)) return null;
  const { refused } = outcome;
  if (refused === "needs-keys") return wrongDocument("private_key_jwt needs a public key in jwks");
  // Any other refusal shows when the application is loaded.
  return refused === "unusable-keys"
    ? wrongDocument("one of the keys in jwks is no valid public key, or too weak")
    : null;
}

/** Counts an application that is about to be registered. An interruption costs its entry nothing: the same application is counted once. */
async function countUnderSource(
  commandHandler: Pick<CommandHandler, "handle">,
  { url, source: { sourceId, allowedBy }, now }: Omit<AskedDocument, "state">,
): Promise<ClientFault | null> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = await commandHandler.handle({
      decider: clientSourceUses,
      stream: clientSourceStream(sourceId),
      command: { type: "use", sourceId, applicationId: applicationIdOf(url) },
      person: allowedBy,
      commandContext: systemContext("client documents", now),
    });
    if (!isRefused(outcome)) return null;
    if (outcome.refused === "source-used-up") return clientFaults["used-up"];
    if (outcome.refused !== "conflict") break;
  }
  return clientFaults.busy;
}
