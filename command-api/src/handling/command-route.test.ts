import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import { expect, it } from "vitest";
import { refusingWithoutStores } from "./command-route.ts";

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
