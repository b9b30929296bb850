import { readFileSync } from "node:fs";
import { request as overTcp } from "node:http";
import { request as overTls } from "node:https";
import { text } from "node:stream/consumers";
import type { Credentials } from "./credentials.ts";

/** The members of a store, which answer HTTP at the ports of its connection string. */
export interface StoreMembers {
  /** `host:port` of each. */
  members: string[];
  usesTls: boolean;
  /** A certificate authority in PEM, beside those that Node.js trusts. */
  authority: Buffer | undefined;
}

interface HttpCall {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
}

interface Answer {
  status: number;
  /** Parsed; null unless it is JSON. */
  body: unknown;
}

const defaultPort = 2113;
const answerWithinMs = 5000;

/** Reads the members from a connection string. @throws if the file of its authority cannot be read */
export function membersOf(url: string): StoreMembers {
  const [server = "", query] = url.split("?");
  const options = new URLSearchParams(query);
  const option = (wanted: string) => [...options].find(([name]) => name.toLowerCase() === wanted)?.[1];
  const hosts = server.replace(/^[^:]+:\/\/(?:.*@)?/, "").replace(/\/$/, "");
  const file = option("tlscafile");
  return {
    members: hosts.split(",").map((host) => (/:\d+$/.test(host) ? host : `${host}:${defaultPort}`)),
    usesTls: option("tls") !== "false",
    authority: file === undefined ? undefined : readFileSync(file),
  };
}

/** Asks one member. @throws if it does not answer */
export function askMember(
  { usesTls, authority: ca }: StoreMembers,
  member: string,
  { method, path, body, by }: HttpCall & { by?: Credentials },
): Promise<Answer> {
  const { hostname, port } = new URL(`http://${member}`);
  const headers = { accept: "application/json", "content-type": "application/json" };
  const auth = by && `${by.username}:${by.password}`;
  const options = { hostname, port, method, path, headers, auth, ca, signal: AbortSignal.timeout(answerWithinMs) };
  return new Promise((resolve, reject) => {
    const request = (usesTls ? overTls : overTcp)(options, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: parsed(answer) }), reject);
    });
    request.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return null;
  }
}
