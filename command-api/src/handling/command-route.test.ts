import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import { expect, it } from "vitest";
import { type CommandBasics, createCommands, refusingWithoutStores } from "./command-route.ts";

it.each([
  ["RE-31", new LogUnavailable("gone")],
  ["RE-31", new VaultUnavailable("gone")],
  ["RE-21", new UnreadableEvent("newer")],
])(
  "%s answers 503 while the log or the vault is unavailable or an event cannot be read, and reports why: %s",
  async (_, error) => {
    const reportedErrors: unknown[] = [];
    const refusing = refusingWithoutStores((_, why) => reportedErrors.push(why));
    expect(await refusing(() => Promise.reject(error))()).toMatchObject({
      status: 503,
      problem: { code: "log_unavailable" },
      headers: { "Retry-After": "1" },
    });
    expect(reportedErrors).toEqual([error]);
  },
);

it("rethrows any other error", async () => {
  const refusing = refusingWithoutStores(() => undefined);
  await expect(refusing(() => Promise.reject(new TypeError("a bug")))()).rejects.toThrow("a bug");
});

it("A11 holds the answer to a revocation for appends in progress and for the read models", async () => {
  const [appends, readModels] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  const awaited: bigint[] = [];
  const commands = createCommands({
    settled: () => appends.promise,
    projected: (position: bigint) => {
      awaited.push(position);
      return readModels.promise;
    },
  } as Partial<CommandBasics> as CommandBasics);
  let isOver = false;
  const waiting = commands.waitForRevocation(7n).then(() => {
    isOver = true;
  });
  const isOverYet = async () => {
    await new Promise(setImmediate);
    return isOver;
  };

  expect(await isOverYet()).toBe(false);
  readModels.resolve(true);
  expect(await isOverYet()).toBe(false);
  appends.resolve();
  await waiting;

  expect(awaited).toEqual([7n]);
});
