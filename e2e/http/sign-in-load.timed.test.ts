import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { afterEach, expect, it } from "vitest";
import { freePort, type Stack, startAsOperator } from "../start-stack.ts";
import { type Answered, call, givenSignedInUser, newPerson, signIn } from "./client.ts";

let stack: Stack;
afterEach(() => stack.remove());

/** The peak memory of the process, in MiB. */
const peakOf = ({ process }: Stack) => {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
};

/** A busy machine causes occasional delays; hashing on the event loop would be late every time. */
const busyMachine = { timeout: 120_000 };

it(
  "PW-04 hashes a few of 200 simultaneous sign-ins, queues some, and answers 503 to the others",
  busyMachine,
  async () => {
    const metricsPort = await freePort();
    stack = await startAsOperator({ RATE_LIMITS: "off", METRICS_PORT: String(metricsPort) });
    const person = await givenSignedInUser(stack.url);
    /** The event loop delay since it was last read, in milliseconds. */
    const loopDelay = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
    };
    const login = (email: string, password: string) =>
      call(stack.url, "POST /api/auth/login", { body: { email, password } });
    const wave = () =>
      Promise.all(
        Array.from({ length: 200 }, async (_, n): Promise<[number, Answered]> => {
          if (n % 3 === 0) return [200, await login(person.email, person.password)];
          return [401, await login(n % 3 === 1 ? person.email : newPerson().email, "not the password")];
        }),
      );
    const before = peakOf(stack);
    const delays: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      await loopDelay();
      const answers = await wave();
      delays.push(await loopDelay());
      const busy = answers.filter(([, { status }]) => status === 503);
      // One runs per core (four at most) and 64 wait: only requests beyond those are refused.
      expect(busy.length).toBeGreaterThan(20);
      expect(200 - busy.length).toBeGreaterThanOrEqual(64 + Math.min(4, availableParallelism()));
      for (const [, { body, headers }] of busy) {
        expect(body).toMatchObject({ code: "busy" });
        expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        expect(headers.getSetCookie()).toEqual([]);
      }
      for (const [due, { status }] of answers) if (status !== 503) expect(status).toBe(due);
      await signIn(stack.url, person);
    }
    expect(Math.min(...delays)).toBeLessThan(100);
    expect(peakOf(stack) - before).toBeLessThan(200);
  },
);
