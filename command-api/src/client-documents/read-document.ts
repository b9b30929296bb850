import type { FetchedDocument } from "@attestory/http/outbound/get-document.ts";
import { parseJsonObject } from "@attestory/http/parsing/strict-json.ts";
import { isProblem } from "@attestory/http/routing/problem.ts";
import { type AskedSettings, settingsOf } from "../client-registration/client-metadata.ts";

/** In seconds. How long a document counts without being read again, whatever its server says. */
const leastSeconds = 300;
const mostSeconds = 86_400;
/** For a server that says nothing. */
const usualSeconds = 3600;

export interface ReadMetadata {
  settings: AskedSettings;
  freshSeconds: number;
}

/** `unreachable`: the server could not answer now. Anything else is what the document is. */
export type DocumentFault = "unreachable" | { wrong: string };

const wrong = (sentence: string): DocumentFault => ({ wrong: sentence });

/** RFC 9110 section 15: what may be another answer a moment later. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const jsonType = /^application\/(?:[a-z0-9.!#$&^_-]+\+)?json[ \t]*(?:;|$)/i;

function bodyOf({ status, contentType, body }: FetchedDocument): Buffer | DocumentFault {
  if (isPassing(status)) return "unreachable";
  if (status >= 300 && status < 400) return wrong("its address leads elsewhere, and no redirect is followed");
  if (status !== 200) return wrong("there is none at its address");
  if (!jsonType.test(contentType)) return wrong("its content type is not application/json");
  return body ?? wrong("it is longer than 5 kB");
}

const methods: readonly unknown[] = [undefined, "none", "private_key_jwt"];

/**
 * What a Client ID Metadata Document says (draft-ietf-oauth-client-id-metadata-document section 4), with the rules of a registration. A fault
 * quotes nothing of what was answered.
 */
export function readDocument(url: string, fetched: FetchedDocument): ReadMetadata | DocumentFault {
  const body = bodyOf(fetched);
  if (!Buffer.isBuffer(body)) return body;
  const parsed = parseJsonObject(body);
  if (isProblem(parsed)) return wrong("it is not strict JSON");
  const document: Record<string, unknown> = { ...parsed.value };
  if (document.client_id !== url) return wrong("client_id in it is not its address");
  if (Object.keys(document).some((name) => name.startsWith("client_secret"))) return wrong("it has a client secret");
  const { token_endpoint_auth_method: method } = document;
  if (!methods.includes(method)) {
    return wrong("token_endpoint_auth_method in it is neither none nor private_key_jwt");
  }
  const settings = settingsOf({ ...document, token_endpoint_auth_method: method ?? "none" });
  if (isProblem(settings)) return wrong(`of its settings, ${settings.problem.message}`);
  return { settings: { ...settings, requirePkce: true }, freshSeconds: freshSecondsOf(fetched) };
}

/** RFC 9111 section 5.2.2. */
function freshSecondsOf({ cacheControl, age }: Pick<FetchedDocument, "cacheControl" | "age">): number {
  const directives = cacheControl.toLowerCase().split(",");
  const named = directives.map((directive) => /^\s*max-age="?(\d{1,10})"?\s*$/.exec(directive)?.[1]).find(Boolean);
  const isUncached = directives.some((directive) => /^\s*no-(?:store|cache)\s*$/.test(directive));
  const seconds = isUncached ? 0 : named === undefined ? usualSeconds : Number(named) - age;
  return Math.min(mostSeconds, Math.max(leastSeconds, seconds));
}
