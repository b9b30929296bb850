import { randomUUID } from "node:crypto";
import { call } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";

/** An id that no session has. */
export const absentId = randomUUID();

export const sessionIdOf = (token: string) => token.split("_")[1] ?? "";

/** Every call that accepts a session, as a bearer token and as a cookie from our own pages. */
export const doors: [method: string, path: string, body?: object][] = [
  ["GET", "/api/auth/me"],
  ["GET", "/api/user/sessions"],
  ["PUT", "/api/user/profile", {}],
  ["PUT", "/api/user/password", {}],
  ["DELETE", `/api/user/sessions/${absentId}`],
  ["DELETE", "/api/user/sessions", { unknown: 1 }],
  ["POST", "/api/auth/logout", { unknown: 1 }],
];
/** The number of answers that belong to GET calls. */
export const readingDoors = 4;

/** The status of each call, twice: with the bearer token and with the cookie. */
export async function doorStatuses(url: string, token: string, mark: Record<string, string> = {}): Promise<number[]> {
  const asBearer = { authorization: `Bearer ${token}` };
  const asCookie = { cookie: `__Host-session=${token}`, origin: url };
  const answers = doors.flatMap(([method, path, body]) =>
    [asBearer, asCookie].map((credential) => {
      const headers = { ...mark, ...credential };
      return askUntilUpToDate(() => call(url, method, path, { headers, ...(body && { body }) }));
    }),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

export const alive = [200, 200, 200, 200, 400, 400, 400, 400, 404, 404, 400, 400, 400, 400];
export const dead = alive.map(() => 401);
