import { pause } from "@attestory/runtime/backoff.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import { type Db, type DbOptions, MongoClient, MongoError, MongoServerError, ReadConcern } from "mongodb";
import { WrongAddress } from "../wrong-address.ts";

export interface MongoServer {
  /** A `mongodb://` connection string. */
  url: string;
  /** The environment variable that holds the string. */
  variable: string;
  /** Creates the port's error for an unavailable store. */
  unavailable: (cause: unknown) => Error;
  /** Timeout of a read in milliseconds; a write may take three times as long. A vanished peer is noticed after the same time. */
  patienceMs: number;
  /** Stops waiting for a server that is not available yet. */
  signal?: AbortSignal | undefined;
  /** Called once with the error if the server is not available yet. */
  onWaiting?: ((error: unknown) => void) | undefined;
  /** A server that does not answer for this many milliseconds is unavailable. */
  reachableMs?: number | undefined;
}

/** One database of a server. Once connected, each request tries again, even if the server was unavailable in between. */
export interface MongoConnection {
  /** Its hosts and name, without user and password. */
  readonly place: string;
  /**
   * Makes a request to the database. A read that uses the signal ends in time even if the server does not answer.
   * @throws the error that `unavailable` creates: it is unknown whether the request was carried out
   */
  ask<Answer>(question: (database: Db, signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /** Waits for earlier requests and rejects later ones. Calling it again has no effect. */
  close(): Promise<void>;
}

const defaultReachableMs = 1000;
const againMs = 250;
/** The driver retries once, after it has looked for the server. A timeout limits this, as the driver may not stop by itself. */
const attempts = 3;

/** A write is acknowledged once a majority of the servers has it on disk: with less, a killed server lost acknowledged writes. */
const writeConcern = { w: "majority", journal: true } as const;

/** Connects to the server, and waits until it is available. @throws WrongAddress if the address, user or password is wrong */
export async function connectMongo(server: MongoServer): Promise<MongoConnection> {
  const { unavailable, patienceMs } = server;
  const name = databaseOf(server);
  const { client, reading } = await untilConnected(server);
  const db = client.db(name, reading);
  const requests = new PendingWork();
  let closing: Promise<void> | null = null;

  const asked = async <Answer>(question: (database: Db, signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new DOMException("no answer", "TimeoutError")), patienceMs * attempts);
    try {
      return await Promise.race([question(db, AbortSignal.timeout(patienceMs)), late.promise]);
    } catch (error) {
      throw isTrouble(error) ? unavailable(error) : error;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    place: `mongodb://${client.options.hosts.join(",")}/${name}`,
    ask(question) {
      if (closing) return Promise.reject(new Error(`the connection to ${name} was closed`));
      return requests.track(asked(question));
    },
    close() {
      closing ??= requests.settled().then(() => client.close());
      return closing;
    },
  };
}

/** Tries again until the server answers. `onWaiting` gets the first error. */
async function untilConnected(server: MongoServer): Promise<Connected> {
  const { signal, variable, onWaiting } = server;
  for (let attempt = 1; ; attempt++) {
    const result = await connectOnce(server);
    if ("client" in result) return result;
    if (attempt === 1) onWaiting?.(new Error(`${variable}: ${messageOf(result.failed)}`, { cause: result.failed }));
    await pause(againMs, signal);
  }
}

type Connected = { client: MongoClient; reading: DbOptions };

/** `failed`: the server is unavailable. @throws WrongAddress, and the port's error if the signal has aborted */
async function connectOnce(server: MongoServer): Promise<Connected | { failed: unknown }> {
  try {
    return await openClient(server);
  } catch (error) {
    if (isRefused(error)) throw refused(server);
    if (server.signal?.aborted) throw server.unavailable(error);
    return { failed: error };
  }
}

const refused = ({ variable }: MongoServer) =>
  new WrongAddress(variable, "has a user or a password that the server refuses");

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Creates a new client each time: a client whose first connection failed never connects. */
async function openClient(server: MongoServer): Promise<Connected> {
  const client = clientOf(server);
  try {
    await client.connect();
    const { setName, msg } = await client.db("admin").command({ hello: 1 });
    // Do not read what could be rolled back. A standalone server has no majority.
    const replicated = setName !== undefined || msg === "isdbgrid";
    const reading: DbOptions = replicated ? { readConcern: new ReadConcern("majority") } : {};
    return { client, reading };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Creates a client that is not connected yet. */
export const clientOf = ({
  url,
  patienceMs,
  reachableMs = defaultReachableMs,
}: Pick<MongoServer, "url" | "patienceMs" | "reachableMs">) =>
  new MongoClient(url, {
    serverSelectionTimeoutMS: reachableMs,
    connectTimeoutMS: reachableMs,
    heartbeatFrequencyMS: reachableMs,
    socketTimeoutMS: patienceMs,
    waitQueueTimeoutMS: patienceMs,
    maxPoolSize: 20,
    // Positions are int64 and must stay exact.
    useBigInt64: true,
    promoteBuffers: true,
    ignoreUndefined: true,
    writeConcern,
    // Repeated here, as the connection string would override them. A secondary could return old data.
    journal: true,
    readPreference: "primary",
  });

/** @throws WrongAddress */
function databaseOf(server: MongoServer): string {
  const named = /^mongodb(?:\+srv)?:\/\/[^/]+\/(?<name>[^?]+)/.exec(server.url)?.groups?.name;
  if (named === undefined) throw new WrongAddress(server.variable, "names no database");
  try {
    clientOf(server).db(named);
  } catch {
    const what = "is not a valid MongoDB connection string: check the percent-encoding and the options";
    throw new WrongAddress(server.variable, what);
  }
  return named;
}

/** AuthenticationFailed, Unauthorized, AtlasError: waiting does not help. */
const refusals = [18, 13, 8000];
const isRefused = (error: unknown) => error instanceof MongoServerError && refusals.includes(Number(error.code));

/** BadValue, FailedToParse, TypeMismatch, DuplicateKey: the request is at fault, not the server. */
const mistakes = [2, 9, 14, 11000];

function isTrouble(error: unknown): boolean {
  if (error instanceof MongoServerError) return !mistakes.includes(Number(error.code));
  return error instanceof MongoError || (error instanceof DOMException && error.name === "TimeoutError");
}
