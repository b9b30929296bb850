/**
 * @module-tag random
 * @module-tag own-stack
 */

import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { declaredRoutes } from "./declared-routes.ts";
import { type FuzzedRequest, fuzzedRequest } from "./fuzzed-request.ts";

/** Always the same few requests; in a full run, different ones each time. */
const { requests, ...seeded } = process.env.FULL_RUN === "1" ? { requests: 20_000 } : { requests: 640, seed: 1 };
const atOnce = 8;
/** A longer wait means that it hangs. */
const patienceMs = 60_000;

const stack = sharedProductScene();
let person: Person & { token: string };
beforeAll(async () => {
  person = await givenSignedInUser(stack.url);
});

interface Got {
  status: number;
  type: string;
  text: string;
}

/** Repeats the request if read models are behind, which may happen on a busy machine. */
async function send(request: FuzzedRequest): Promise<Got> {
  for (let time = 1; ; time++) {
    const got = await sendOnce(request);
    if (time === 5 || !got.text.includes('"projection_lag"')) return got;
  }
}

async function sendOnce({ method, path, signedIn, headers, body }: FuzzedRequest): Promise<Got> {
  const answer = await fetch(stack.url + path, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(patienceMs),
    headers: { ...headers, ...(signedIn && { authorization: `Bearer ${person.token}` }) },
    ...(body !== null && method !== "GET" && { body }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get("content-type") ?? "",
    text,
  };
}

/** The random requests may sign out, and even remove the password: somebody is signed in before the next ones. */
async function stillSignedIn(): Promise<void> {
  const { status } = await call(stack.url, "GET /api/auth/me", { token: person.token });
  if (status !== 401) return;
  const { email, password } = person;
  const again = await call(stack.url, "POST /api/auth/login", { body: { email, password } });
  if (again.status === 200) person.token = again.body.token;
  else person = await givenSignedInUser(stack.url);
}

it("IN-04 answers random requests to every declared call without 5xx or hanging, with errors as documented", async () => {
  const logged = stack.output().length;
  const routes = await declaredRoutes(stack.url);
  const { body: document } = await call(stack.url, "GET /openapi.json");
  const { Problem, OAuthError } = document.components.schemas;
  const problem = { type: "application/problem+json", schema: z.fromJSONSchema(Problem) };
  const oauthError = { type: "application/json", schema: z.fromJSONSchema(OAuthError) };
  const statuses = new Map<number, number>();
  const fault = ({ oauth }: FuzzedRequest, { status, type, text }: Got): string | null => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) return `answered ${status}`;
    if (status < 400) return null;
    const documented = oauth ? oauthError : problem;
    if (!type.startsWith(documented.type)) return `an error of type ${type}`;
    return documented.schema.safeParse(JSON.parse(text)).error?.message ?? null;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fuzzedRequest(routes), { minLength: atOnce, maxLength: atOnce }), async (several) => {
      await stillSignedIn();
      const answers = await Promise.all(several.map(send));
      for (const [at, request] of several.entries()) {
        expect(fault(request, answers[at] as Got), JSON.stringify(request)).toBe(null);
      }
    }),
    { numRuns: requests / atOnce, ...seeded, interruptAfterTimeLimit: 1_000_000 },
  );
  // Requests that are all refused for the same reason would test nothing.
  for (const status of [200, 400, 401, 404, 405, 415])
    expect([status, statuses.get(status)]).toEqual([status, expect.any(Number)]);
  expect(stack.output().slice(logged)).not.toMatch(/"level":"error"|unhandled/i);
}, 900_000);
