import { applicationIdOf, isAddress } from "@attestory/events/client-id.ts";
import { applicationStream } from "@attestory/events/envelope.ts";
import { application } from "../applications/application.ts";
import type { ApplicationState, ReadDocument } from "../applications/application-state.ts";
import { isDocumentAddress } from "../client-sources/document-address.ts";
import { findSource } from "../client-sources/find-source.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type ClientFault, clientFaults, isPassing } from "./client-faults.ts";
import type { AskedDocument } from "./record-document.ts";
import { documentRenewal, type RenewalParts } from "./renew-document.ts";

export interface ClientDocuments {
  /**
   * Brings the application of a client id that is an address up to date, by its document where that is due. Null for any other client id, and
   * if nothing hinders: the application is then loaded as every other one.
   */
  refresh(clientId: string, asked: Pick<CommandContext, "now" | "ip">): Promise<ClientFault | null>;
}

interface ClientDocumentParts extends RenewalParts {
  commandHandler: Pick<CommandHandler, "load" | "handle">;
}

/** How long a document that can no longer be read counts once it is no longer fresh. */
const graceMs = 86_400_000;

const isSuspended = (state: ApplicationState): boolean => state.status === "registered" && !state.isActive;

/** What was read under the entry of the list that allows it now, unless it was gone or wrong since. Anything else counts no more. */
function keptOf({ state, source }: AskedDocument): ReadDocument | null {
  const document = state.status === "registered" ? state.document : null;
  return document?.sourceId === source.sourceId && !document.isRefused ? document : null;
}

/** Applications that describe themselves: see docs/decisions/client-id-metadata-documents.md. */
export function createClientDocuments(parts: ClientDocumentParts): ClientDocuments {
  const { commandHandler, allowPrivate } = parts;
  const renew = documentRenewal(parts);

  const find = async (url: string, now: Date): Promise<AskedDocument | ClientFault | null> => {
    const { state } = await commandHandler.load(application, applicationStream(applicationIdOf(url)));
    // By an admin. Nothing is fetched for either.
    if (state.status === "deleted") return clientFaults.deleted;
    if (isSuspended(state)) return null;
    const preferred = state.status === "registered" ? (state.document?.sourceId ?? null) : null;
    const source = await findSource(commandHandler, url, preferred);
    return source ? { url, source, state, now } : clientFaults["not-allowed"];
  };

  const renewIfDue = async (asked: AskedDocument, ip: string | null): Promise<ClientFault | null> => {
    const kept = keptOf(asked);
    if (kept && asked.now < kept.freshUntil) return null;
    const fault = await renew(asked, ip);
    const counts = kept !== null && asked.now.getTime() < kept.freshUntil.getTime() + graceMs;
    return fault && counts && isPassing(fault) ? null : fault;
  };

  return {
    async refresh(clientId, { now, ip }) {
      if (!isAddress(clientId)) return null;
      if (!isDocumentAddress(clientId, { allowPrivate })) return clientFaults.malformed;
      const found = await find(clientId, now);
      return found === null || "reason" in found ? found : renewIfDue(found, ip);
    },
  };
}
