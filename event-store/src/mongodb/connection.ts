import { setTimeout as sleep } from "node:timers/promises";
import { type Db, type DbOptions, MongoClient, MongoError, MongoServerError, ReadConcern } from "mongodb";
import { WrongAddress } from "../wrong-address.ts";

export interface MongoServer {
  /** A `mongodb://` connection string. */
  url: string;
  /** Of the environment: what the string was told by. */
  variable: string;
  /** Makes the error by which the port says that its store cannot be reached. */
  unavailable: (cause: unknown) => Error;
  /** How long a read may take, and a third of what a write may. A connection whose peer has vanished is noticed after as long. */
  patienceMs: number;
  /** Ends the waiting for a server that is not there yet. */
  signal?: AbortSignal | undefined;
  /** Hears once what keeps it waiting. */
  onWaiting?: ((error: unknown) => void) | undefined;
  /** A server that does not answer for this long cannot be reached. */
  reachableMs?: number | undefined;
}

/** One database of a server. After it was once reached, whatever becomes of it, the next question tries again. */
export interface MongoConnection {
  /** Where it lies, without user and password. */
  readonly place: string;
  /**
   * Asks the database; a read that is given the signal ends in time also where nobody answers.
   * @throws what `unavailable` makes: nobody knows whether what was asked was done
   */
  ask<Answer>(question: (database: Db, signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /** Waits for what was asked before; what is asked after it is refused. Closing again changes nothing. */
  close(): Promise<void>;
}

const defaultReachableMs = 1000;
const againMs = 250;
/** The driver asks again once, after it has looked for the server; it is not trusted to come to an end by itself. */
const attempts = 3;

/** Acknowledged is what a majority of the servers has on the disk: with less, a server that is killed has lost acknowledged writes. */
const writeConcern = { w: "majority", journal: true } as const;

/** Connects to the server, and waits for it while it is not there. @throws WrongAddress when it is none, or the password is wrong */
export async function connectMongo(server: MongoServer): Promise<MongoConnection> {
  const { unavailable, patienceMs } = server;
  const name = databaseOf(server);
  const { client, reading } = await connected(server);
  const db = client.db(name, reading);
  const underWay = new Set<Promise<unknown>>();
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
      const answer = asked(question);
      const settled = answer.then(
        () => undefined,
        () => undefined,
      );
      underWay.add(settled);
      void settled.then(() => underWay.delete(settled));
      return answer;
    },
    close() {
      closing ??= Promise.all(underWay).then(() => client.close());
      return closing;
    },
  };
}

async function connected(server: MongoServer) {
  const { signal, unavailable, onWaiting } = server;
  for (let tries = 0; ; tries++) {
    try {
      return await connectedAtOnce(server);
    } catch (error) {
      if (isRefused(error))
        throw new WrongAddress(server.variable, "names a user, or a password, that the server refuses");
      if (signal?.aborted) throw unavailable(error);
      if (tries === 0) onWaiting?.(new Error(`${server.variable}: ${messageOf(error)}`, { cause: error }));
    }
    await sleep(againMs, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** By another client each time: one whose first connection failed never connects any more. */
async function connectedAtOnce(server: MongoServer) {
  const client = clientOf(server);
  try {
    await client.connect();
    const { setName, msg } = await client.db("admin").command({ hello: 1 });
    // What could be rolled back is not read. A server by itself knows no majority.
    const replicated = setName !== undefined || msg === "isdbgrid";
    const reading: DbOptions = replicated ? { readConcern: new ReadConcern("majority") } : {};
    return { client, reading };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Has not been connected yet. */
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
    // Positions are int64, and exact.
    useBigInt64: true,
    promoteBuffers: true,
    ignoreUndefined: true,
    writeConcern,
    // Said once more, or the connection string would have the last word. Of a secondary one would read what is old.
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
    const what =
      "is no connection string that MongoDB's driver takes: is each part percent-encoded, each option known?";
    throw new WrongAddress(server.variable, what);
  }
  return named;
}

/** AuthenticationFailed, Unauthorized, AtlasError: waiting does not help. */
const refusals = [18, 13, 8000];
const isRefused = (error: unknown) => error instanceof MongoServerError && refusals.includes(Number(error.code));

/** BadValue, FailedToParse, TypeMismatch, DuplicateKey: what was asked is at fault, and not the server. */
const mistakes = [2, 9, 14, 11000];

function isTrouble(error: unknown): boolean {
  if (error instanceof MongoServerError) return !mistakes.includes(Number(error.code));
  return error instanceof MongoError || (error instanceof DOMException && error.name === "TimeoutError");
}
