import { applicationIdOf } from "@attestory/events/client-id.ts";
import { type DocumentRequest, getDocument } from "@attestory/http/outbound/get-document.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { LRUCache } from "lru-cache";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type ClientFault, clientFaults, wrongDocument } from "./client-faults.ts";
import { createFetchLimits } from "./fetch-limits.ts";
import { type DocumentFault, type ReadMetadata, readDocument } from "./read-document.ts";
import { type AskedDocument, recordDocument, recordRefusal } from "./record-document.ts";

export interface RenewalParts {
  commandHandler: Pick<CommandHandler, "handle">;
  rateLimiter: RateLimiter;
  /** Documents may come from private addresses, and from this machine without https. */
  allowPrivate: boolean;
  /** Other than by DNS. */
  findAddresses?: DocumentRequest["findAddresses"];
}

const mostBytes = 5 * 1024;
const timeoutMs = 5000;
/** A failure is not tried again before that. */
const failedMs = 10_000;

/** Fetches documents, one at a time for each address: whoever asks meanwhile gets the same outcome. `ip`: of whoever asks. */
export function documentRenewal({ commandHandler, rateLimiter, allowPrivate, ...parts }: RenewalParts) {
  const limits = createFetchLimits(rateLimiter);
  const running = new Map<string, Promise<ClientFault | null>>();
  const failed = new LRUCache<string, ClientFault>({ max: 1000, ttl: failedMs });

  const read = async (url: string): Promise<ReadMetadata | DocumentFault> => {
    const fetched = await getDocument({ url, allowPrivate, timeoutMs, mostBytes, ...parts }).catch(() => null);
    return fetched ? readDocument(url, fetched) : "unreachable";
  };

  const renew = async (asked: AskedDocument, ip: string | null): Promise<ClientFault | null> => {
    const { sourceId } = asked.source;
    const isKnown = asked.state.status === "registered";
    const applicationId = applicationIdOf(asked.url);
    if (!(await limits.allows({ applicationId, isKnown, sourceId, ip }))) return clientFaults.busy;
    const found = await read(asked.url);
    if (found === "unreachable") return clientFaults.unreachable;
    const fault = "wrong" in found ? wrongDocument(found.wrong) : await recordDocument(commandHandler, asked, found);
    if (fault) await recordRefusal(commandHandler, asked);
    return fault;
  };

  return async (asked: AskedDocument, ip: string | null): Promise<ClientFault | null> => {
    const { url } = asked;
    const known = failed.get(url);
    if (known) return known;
    const renewing = running.get(url) ?? renew(asked, ip).finally(() => running.delete(url));
    running.set(url, renewing);
    const fault = await renewing;
    if (fault && fault.reason !== "busy") failed.set(url, fault);
    return fault;
  };
}
