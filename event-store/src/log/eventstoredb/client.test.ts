import { expect, it, onTestFinished, vi } from "vitest";
import { deadPort } from "../../testing/dead-port.ts";
import { EventStoreClient } from "./client.ts";
import { failureOf } from "./failures.ts";

const keepAliveMs = 10_000;

function clientOf(url: string): EventStoreClient {
  const client = new EventStoreClient(url, keepAliveMs);
  onTestFinished(() => client.end());
  return client;
}

it("RE-30 records no contact with a cluster that has no reachable member, and reports a transient failure each time", async () => {
  const discovery = "tls=false&maxDiscoverAttempts=2&discoveryInterval=10";
  const client = clientOf(`esdb+discover://127.0.0.1:${await deadPort()}?${discovery}`);
  for (let round = 0; round < 3; round++) {
    for (const { reason } of (await Promise.allSettled([client.ping(), client.ping()])) as PromiseRejectedResult[]) {
      expect(failureOf(reason)).toBe("transient");
    }
  }
  expect(client.lastResponseAt).toBe(0);
});

it("never logs the password, also when it warns of an unknown option", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  clientOf("esdb://ada:lovelace@localhost:2113?tls=true&tlsVerifyCert=false&analytical=1");
  expect(warn).toHaveBeenCalled();
  expect(JSON.stringify(warn.mock.calls)).not.toContain("lovelace");
});
