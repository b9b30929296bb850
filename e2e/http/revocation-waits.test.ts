/** @module-tag embedded/one-process */
import { openCommandApi } from "@attestory/command-api/command-api.ts";
import { startCommandWorkers } from "@attestory/command-api/command-workers.ts";
import type { CommandSettings } from "@attestory/command-api/config.ts";
import { inProcessMailJobs } from "@attestory/command-api/mail/in-process-mail-jobs.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { createLog } from "@attestory/http/observability/log.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness } from "@attestory/http/server/health.ts";
import { type Listening, listen } from "@attestory/http/server/lifecycle.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cheapPasswords } from "../cheap-passwords.ts";
import { type Answered, call, emailTo, givenSignedInUser, newPerson, register, signIn, tokenIn } from "./client.ts";
import { sessionIdOf } from "./session-calls.ts";

/** Read models that reach a position only when the test lets them. */
class HeldReadModels {
  #isHeld = false;
  #release = Promise.withResolvers<void>();
  #awaited = Promise.withResolvers<bigint>();

  hold(): void {
    this.#isHeld = true;
    this.#release = Promise.withResolvers();
    this.#awaited = Promise.withResolvers();
  }
  release(): void {
    this.#isHeld = false;
    this.#release.resolve();
  }
  /** The position that an answer waits for, once one waits. */
  awaited = () => this.#awaited.promise;
  projected = async (position: bigint): Promise<boolean> => {
    if (!this.#isHeld) return true;
    this.#awaited.resolve(position);
    await this.#release.promise;
    return true;
  };
}

const readModels = new HeldReadModels();
let service: ScratchService;
let http: Listening;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  service = await openScratchService();
  const publicUrl = "http://localhost:3000";
  const settings: CommandSettings = {
    publicUrl,
    enumerationProtection: "lenient",
    rateLimits: false,
    smtp: null,
    sessionTimes: { idleSeconds: 3600, absoluteSeconds: 43_200 },
    stepUpSeconds: 300,
    firstAdminEmail: null,
    requireAdminSecondFactor: false,
    clientSecretDisplay: "always",
  };
  const parts = { ...service, settings, now: () => new Date(), reportError: () => {} };
  const { projected } = readModels;
  const commands = await openCommandApi({
    ...parts,
    rateLimiter: unlimited,
    passwordCost: cheapPasswords,
    projected,
  });
  const workers = await startCommandWorkers({ ...parts, jobs: inProcessMailJobs() });
  close = async () => {
    await commands.close();
    await workers.close();
  };
  const log = createLog({ level: "silent" });
  const readiness = createReadiness({}, log);
  const app = createApp({ groups: [commands], host: "127.0.0.1", publicUrl, log, readiness });
  http = await listen(app, { host: "127.0.0.1", port: 0, readiness, drainMs: 1000 });
  url = http.url;
});
afterAll(async () => {
  await http.drain();
  await close();
  await service.close();
});
beforeEach(() => readModels.release());

/** Each prepares a call that ends sessions, and returns it. */
const ends: Record<string, () => Promise<() => Promise<Answered>>> = {
  "a sign-out": async () => {
    const { token } = await givenSignedInUser(url);
    return () => call(url, "POST /api/auth/logout", { token });
  },
  "the end of one session": async () => {
    const user = await givenSignedInUser(url);
    const other = await signIn(url, user);
    return () => call(url, `DELETE /api/user/sessions/${sessionIdOf(other)}`, { token: user.token });
  },
  "the end of every other session": async () => {
    const user = await givenSignedInUser(url);
    await signIn(url, user);
    return () => call(url, "DELETE /api/user/sessions", { token: user.token });
  },
  "a password change": async () => {
    const { token, password } = await givenSignedInUser(url);
    const newPassword = "another horse battery";
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    return () => call(url, "PUT /api/user/password", { token, body });
  },
  "a sign-in that replaces its session": async () => {
    const { token, email, password } = await givenSignedInUser(url);
    return () => call(url, "POST /api/auth/login", { token, body: { email, password } });
  },
  "a verification, which ends the registration's session": async () => {
    const person = newPerson();
    await register(url, person);
    const token = tokenIn(await emailTo(url, person.email, "Verify"));
    return () => call(url, `GET /api/auth/verify-email?token=${token}`);
  },
};

it.each(Object.entries(ends))("A11 answers %s only when the read models have reached it", async (_, prepare) => {
  const end = await prepare();
  const before = await service.log.head();
  readModels.hold();
  let isAnswered = false;
  const answer = end().finally(() => {
    isAnswered = true;
  });

  const awaited = await Promise.race([readModels.awaited(), answer.then(() => 0n)]);

  expect(awaited).toBeGreaterThan(before);
  // The call is carried out, and the service answers others: only this answer waits.
  expect((await call(url, "GET /health/live")).status).toBe(200);
  expect(isAnswered).toBe(false);
  readModels.release();
  expect((await answer).status).toBe(200);
});
