import { type AddressInfo, createServer } from "node:net";
import { EventStoreDBClient } from "@eventstore/db-client";
import { expect, it, onTestFinished, vi } from "vitest";
import { EventStoreClient } from "./client.ts";
import { failureOf } from "./failures.ts";

const keepAliveMs = 10_000;

function clientOf(url: string): EventStoreClient {
  const client = new EventStoreClient(url, keepAliveMs);
  onTestFinished(() => client.end());
  return client;
}

/** A port that closes every connection at once, and how many it has had. */
async function refusingPort(): Promise<{ port: number; connections(): number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

it("RE-30 looks for a reachable member again for later calls, and records no contact while there is none", async () => {
  const discovery = "tls=false&maxDiscoverAttempts=2&discoveryInterval=10";
  const { port, connections } = await refusingPort();
  const client = clientOf(`esdb+discover://127.0.0.1:${port}?${discovery}`);
  for (let round = 0; round < 3; round++) {
    const before = connections();
    const outcomes = await Promise.allSettled([client.ping(1500), client.ping(1500)]);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && failureOf(outcome.reason))).toEqual([
      "transient",
      "transient",
    ]);
    expect(connections()).toBeGreaterThan(before);
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

it("RE-30 waits for a member of a cluster for a second, or as long as the address says", () => {
  const connecting = vi.spyOn(EventStoreDBClient, "connectionString");
  onTestFinished(() => connecting.mockRestore());
  clientOf("esdb://a:2113,b:2113,c:2113?tls=false");
  clientOf("esdb://a:2113,b:2113,c:2113?tls=false&gossipTimeout=3");
  const given = connecting.mock.calls.map(([url]) =>
    new URLSearchParams(String(url).split("?")[1]).getAll("gossipTimeout"),
  );
  expect(given).toEqual([["1"], ["3"]]);
});
