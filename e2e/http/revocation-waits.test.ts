/** @module-tag embedded/one-process */
import { makeRescueLink } from "@attestory/command-api/admin/rescue.ts";
import { type CommandApi, openCommandApi } from "@attestory/command-api/command-api.ts";
import { startCommandWorkers } from "@attestory/command-api/command-workers.ts";
import { systemContext } from "@attestory/command-api/handling/command-context.ts";
import { createCommandHandler } from "@attestory/command-api/handling/command-handler.ts";
import { inProcessJobs } from "@attestory/command-api/log-workers/in-process-jobs.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { Listening } from "@attestory/http/server/listen.ts";
import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { type RateLimiter, unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cheapPasswords } from "../cheap-passwords.ts";
import { commandSettings, serveCommands } from "../command-side.ts";
import { written } from "../start-in-process.ts";
import { call } from "./client.ts";
import { named } from "./declared-routes.ts";
import type { CommandSide } from "./revocation.ts";
import { revocations } from "./revocations.ts";

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
const service = scratchServiceOfFile();
let http: Listening;
let routes: CommandApi["routes"];
let product: CommandSide;
let close: () => Promise<void>;

/** Nothing is limited but how many wrong proofs a session may give. */
const guesses = inProcessRateLimiter(() => new Date());
const limitingGuesses: RateLimiter = {
  ...unlimited,
  window: (name, ...rule) => (name === "session attempts" ? guesses : unlimited).window(name, ...rule),
};

/** The token of a link. @throws if the link was refused */
const tokenIn = (link: unknown): string => new URL(String(link)).searchParams.get("token") ?? "";

beforeAll(async () => {
  const settings = commandSettings;
  const { publicUrl } = settings;
  const parts = { ...service, settings, now: () => new Date(), reportError: () => {} };
  const { projected } = readModels;
  const commands = await openCommandApi({
    ...parts,
    rateLimiter: limitingGuesses,
    singleUses: { rateLimiter: unlimited, since: null },
    passwordCost: cheapPasswords,
    projected,
  });
  const workers = await startCommandWorkers({ ...parts, openJobs: inProcessJobs, rateLimiter: unlimited });
  close = async () => {
    await commands.close();
    await workers.close();
  };
  http = await serveCommands(commands);
  const commandHandler = createCommandHandler(service.log, service.sealing);
  const context = () => systemContext("command line", new Date());
  const rescue = (email: string) => makeRescueLink({ ...service, commandHandler, publicUrl }, email, context());
  product = {
    ...written({ ...service, now: () => new Date() }),
    url: http.url,
    publicUrl,
    operatorLinks: {
      admin: async () => tokenIn(await commands.admins.makeLink()),
      rescue: async (email) => tokenIn(await rescue(email)),
    },
  };
  ({ routes } = commands);
});
afterAll(async () => {
  await http.drain();
  await close();
});
beforeEach(() => readModels.release());

const namesOf = (some: CommandApi["routes"]) =>
  some.map(({ method, path }) => named({ method: method.toUpperCase(), path })).toSorted();

it("A11 knows of every write whether it ends something", () => {
  expect(namesOf(routes.filter(({ write, revokes }) => write && revokes === undefined))).toEqual([
    // These two go over to another log, in which no session is open: IM-02 tests them.
    "POST /api/admin/generations/{generation}/activate",
    "POST /api/admin/import",
  ]);
});

it("A11 tries each call that declares that it ends something", () => {
  const tried = new Set(revocations.map(({ route }) => route));
  expect([...tried].toSorted()).toEqual(namesOf(routes.filter(({ revokes }) => revokes)));
});

it.each(revocations.map((one) => [`${one.what} (${one.route})`, one] as const))(
  "A11 answers %s only when the read models have reached it",
  async (_, { prepare, status = 200 }) => {
    const end = await prepare(product);
    const before = await service.log.head();
    readModels.hold();
    let isAnswered = false;
    const answer = end().finally(() => {
      isAnswered = true;
    });

    const awaited = await Promise.race([readModels.awaited(), answer.then(() => 0n)]);

    expect(awaited).toBeGreaterThan(before);
    // The call is carried out, and the service answers others: only this answer waits.
    expect((await call(product.url, "GET /health/live")).status).toBe(200);
    expect(isAnswered).toBe(false);
    readModels.release();
    expect((await answer).status).toBe(status);
  },
);
