import { LogUnavailable } from "@attestory/events/log/event-log.ts";
import { VaultUnavailable } from "@attestory/events/vault/vault.ts";
import { expect, it } from "vitest";
import { refusingWithoutStores } from "./command-route.ts";

it.each([new LogUnavailable("gone"), new VaultUnavailable("gone")])(
  "RE-31 refuses with 503 while a store is away, and tells the operator: $name",
  async (error) => {
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
