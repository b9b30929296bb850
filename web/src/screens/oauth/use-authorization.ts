import type { AuthorizationInfo } from "@attestory/command-api/authorize/schema.ts";
import { useState } from "react";
import useSWR from "swr";
import { read } from "../../api.ts";
import { ApiError } from "../../api-error.ts";

const infoPath = "/api/oauth/authorize";
const pendingPath = "/api/oauth/session-request";
/** A request that the service has just stored may be found a moment later. */
const retryMs = 1000;

export const missingParameters = "Missing required OAuth parameters - no session data or URL parameters found";

/** A request for authorization, as the service checked it. */
export interface Authorization extends AuthorizationInfo {
  clientId: string;
}

/** Neither the address nor the session names a request. */
export class MissingParameters extends Error {
  override name = "MissingParameters";
}

/** The request for authorization that the address names, or else the newest one of this session. Not read while `isSignedIn` is false. */
export function useAuthorization(search: string, isSignedIn: boolean) {
  const [attempt, setAttempt] = useState(0);
  const key = isSignedIn ? ["authorization", search, attempt] : null;
  const answer = useSWR<Authorization, Error>(key, () => find(search), { keepPreviousData: false });
  return { authorization: answer.data, error: answer.error, retry: () => setAttempt((before) => before + 1) };
}

async function find(search: string): Promise<Authorization> {
  const query = isRequest(search) ? search : await pendingQuery();
  const info = await read("authorizationInfo", `${infoPath}?${query}`);
  return { ...info, clientId: new URLSearchParams(query).get("client_id") ?? "" };
}

/** A request may be pushed or be an object (RFC 9126, RFC 9101): then its redirect URI is not in the address. */
const whatIsAsked = ["redirect_uri", "request_uri", "request"];

const isRequest = (search: string): boolean => {
  const parameters = new URLSearchParams(search);
  return Boolean(parameters.get("client_id") && whatIsAsked.some((name) => parameters.get(name)));
};

/** @throws MissingParameters */
async function pendingQuery(): Promise<string> {
  const pending = (await readPending()) ?? (await later(readPending));
  if (pending === null) throw new MissingParameters(missingParameters);
  const parameters = Object.entries(pending).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return new URLSearchParams(parameters).toString();
}

const later = async <Value>(again: () => Promise<Value>): Promise<Value> => {
  await new Promise((resolve) => setTimeout(resolve, retryMs));
  return again();
};

/** Null if the session has no pending request. */
async function readPending() {
  try {
    return await read("sessionRequest", pendingPath);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
