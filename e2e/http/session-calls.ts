import { randomUUID } from "node:crypto";
import { needsRole, nothingYet } from "./access-table.ts";
import { type Asking, call } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, named } from "./declared-routes.ts";
import { askUntilUpToDate } from "./own-writes.ts";

/** An id that no session has. */
export const absentId = randomUUID();

export const sessionIdOf = (token: string) => token.split("_")[1] ?? "";

/** A request that requires a session and changes nothing. */
export interface SessionCall {
  method: string;
  path: string;
  body?: object;
  /** The status of the answer to a valid session of a user without roles. */
  statusIfValid: number;
}

/** Every call that accepts a session; the reads come first. */
export class SessionCalls {
  readonly all: readonly SessionCall[];
  /** The statuses for a valid session, twice each: with the bearer token and with the cookie. */
  readonly statusesIfValid: readonly number[];
  readonly statusesIfEnded: readonly number[];
  /** The number of statuses that belong to GET calls; they come first. */
  readonly readCount: number;

  constructor(declared: readonly DeclaredRoute[]) {
    const [reads, writes] = [true, false].map((isRead) =>
      declared.filter(({ method, takesSession }) => takesSession && (method === "GET") === isRead).map(sessionCall),
    ) as [SessionCall[], SessionCall[]];
    this.all = [...reads, ...writes];
    this.statusesIfValid = this.all.flatMap(({ statusIfValid }) => [statusIfValid, statusIfValid]);
    this.statusesIfEnded = this.statusesIfValid.map(() => 401);
    this.readCount = 2 * reads.length;
  }

  /** The status of each call: with the bearer token, and with the cookie from our own pages. */
  async statuses(url: string, token: string, mark: Record<string, string> = {}): Promise<number[]> {
    const asBearer = { authorization: `Bearer ${token}` };
    const asCookie = { cookie: `__Host-session=${token}`, origin: url };
    const answers = this.all.flatMap(({ method, path, body }) =>
      [asBearer, asCookie].map((credential) => {
        const asking: Asking = { headers: { ...mark, ...credential }, ...(body && { body }) };
        return askUntilUpToDate(() => call(url, `${method} ${path}`, asking));
      }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  }
}

/** Asks for an id that does not exist, sends an unknown field, or leaves out the query. */
function sessionCall(declared: DeclaredRoute): SessionCall {
  const { method, body } = declared;
  const path = filled(declared.path, absentId);
  const isAboutAbsent = (path !== declared.path && body === null) || named(declared) in nothingYet;
  const statusIfValid = isAboutAbsent ? 404 : method === "GET" && !declared.needsQuery ? 200 : 400;
  const call = { method, path, statusIfValid: needsRole(named(declared)) ? 403 : statusIfValid };
  return statusIfValid === 400 && method !== "GET" ? { ...call, body: { unknown: 1 } } : call;
}

export const sessionCalls = async (url: string) => new SessionCalls(await declaredRoutes(url));
