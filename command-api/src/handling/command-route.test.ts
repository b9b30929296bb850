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
  "%s refuses with 503 while what a command is decided by cannot be read, and tells the operator: %s",
  async (_, error) => {
    const troubles: unknown[] = [];
    const refusing = refusingWithoutStores((_, why) => troubles.push(why));
    expect(await refusing(() => Promise.reject(error))()).toMatchObject({
      status: 503,
      problem: { code: "log_unavailable" },
      headers: { "Retry-After": "1" },
    });
    expect(troubles).toEqual([error]);
  },
);

it("does not answer for what is broken", async () => {
  const refusing = refusingWithoutStores(() => undefined);
  await expect(refusing(() => Promise.reject(new TypeError("a bug")))()).rejects.toThrow("a bug");
});
