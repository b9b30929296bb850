import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Services } from "../start-services.ts";
import { type Answered, type Asking, call, givenSignedInUser, type Person } from "./client.ts";
import { cookieIn } from "./wire.ts";

/** How a reader passes its mark: a program in the header, a browser in the cookie. */
export const marks = {
  header: ({ headers }: Answered) => ({ "x-log-position": headers.get("x-log-position") ?? "" }),
  cookie: ({ headers }: Answered) => ({ cookie: `__Host-position=${cookieIn(headers, "__Host-position")}` }),
};

/** Its position as a header, and as a cookie for 30 s. */
export function expectPosition({ headers }: Answered, label: string): void {
  expect(headers.get("x-log-position"), label).toMatch(/^[\w-]{80}$/);
  const cookie = headers.getSetCookie().find((line) => line.startsWith("__Host-position="));
  expect(cookie, label).toMatch(/; Max-Age=30$/);
}

/** Uses the header and the cookie in turn. */
export const markOf = (answer: Answered, n: number) => (n % 2 ? marks.header(answer) : marks.cookie(answer));

/** Returns the URLs in turn. */
export function inTurn(urls: readonly string[]): () => string {
  let turn = 0;
  return () => urls[turn++ % urls.length] ?? "";
}

/** Repeats the request while the answer is "not yet" (503), after `Retry-After`. Gives up after `times` attempts. */
export async function askUntilUpToDate(ask: () => Promise<Answered>, times = 30): Promise<Answered> {
  for (let time = 1; ; time++) {
    const answer = await ask();
    if (answer.status !== 503 || time === times) return answer;
    if (answer.body.code !== "projection_lag") throw new Error(`answered 503 ${JSON.stringify(answer.body)}`);
    await wait(1000 * Number(answer.headers.get("retry-after")));
  }
}

/** A client that writes to the command services in turn, and reads from the query services in turn. */
export function clientOf({ commands, queries }: Services, token: string) {
  const [command, query] = [inTurn(commands), inTurn(queries)];
  const write = async (method: string, path: string, asking: Asking = { token }) => {
    const answer = await call(command(), `${method} ${path}`, asking);
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}`);
    return answer;
  };
  const read = (path: string, headers: Record<string, string>, as = token) =>
    call(query(), `GET ${path}`, { token: as, headers });
  return {
    rename: (firstName: string) => write("PUT", "/api/user/profile", { token, body: { firstName, lastName: "" } }),
    /** Sent without the token, because a sign-in with a token replaces its session. */
    signIn: ({ email, password }: Person) => write("POST", "/api/auth/login", { body: { email, password } }),
    end: (sessionId: string) => write("DELETE", `/api/user/sessions/${sessionId}`),
    read,
    async firstName(headers: Record<string, string>): Promise<string> {
      const { body } = await askUntilUpToDate(() => read("/api/auth/me", headers));
      return body.user?.firstName;
    },
    async sessions(headers: Record<string, string>): Promise<string[]> {
      const { body } = await askUntilUpToDate(() => read("/api/user/sessions", headers));
      return body.map(({ id }: { id: string }) => id);
    },
  };
}

export type Client = ReturnType<typeof clientOf>;

export const sessionOf = (token: string) => token.split("_")[1] ?? "";

/** A new user with an account. */
export async function join(services: Services) {
  const person = await givenSignedInUser(services.commands[0] ?? "");
  return { person, client: clientOf(services, person.token) };
}

/** Four users write and read, `times` times in total; returns the reads that did not match the write. */
export const staleReads = async (services: Services, times: number): Promise<string[]> =>
  (await Promise.all([1, 2, 3, 4].map(() => staleReadsOfOne(services, Math.ceil(times / 4))))).flat();

async function staleReadsOfOne(services: Services, times: number): Promise<string[]> {
  const { person, client } = await join(services);
  const name = async (n: number) => {
    const read = await client.firstName(markOf(await client.rename(`name ${n}`), n));
    return read === `name ${n}` ? [] : [`${n}: ${read}`];
  };
  const session = async (n: number) => {
    const started = await client.signIn(person);
    const id = sessionOf(started.body.token);
    const begun = (await client.sessions(markOf(started, n))).includes(id);
    const ended = !(await client.sessions(markOf(await client.end(id), n))).includes(id);
    return [...(begun ? [] : [`${n}: a session`]), ...(ended ? [] : [`${n}: an ended session`])];
  };
  const stale: string[] = [];
  for (let n = 0; n < times; n++) stale.push(...(await (n % 4 === 1 ? session(n) : name(n))));
  return stale;
}
