import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { WrongAddress } from "../wrong-address.ts";
import { clientOf, connectMongo } from "./connection.ts";

const server = (url: string) => ({
  url,
  variable: "VAULT",
  patienceMs: 1000,
  unavailable: (cause: unknown) => new Error("unavailable", { cause }),
});

it.each([
  "mongodb://ada:love@lace@host/vault",
  "mongodb://ada:love/lace@host/vault",
  "mongodb://ada:love%zzlace@host/vault",
  "mongodb://host:port/vault",
  "mongodb://host:99999/vault",
  "mongodb://host/vault?lovelace=1",
  "mongodb://host/va.ult",
])(
  "SC-06 refuses the invalid connection string %s without waiting, and names the variable but no password",
  async (url) => {
    const refused = expect(connectMongo(server(url))).rejects;
    await refused.toBeInstanceOf(WrongAddress);
    await refused.toThrow(/^VAULT is not a valid MongoDB connection string: (?!.*lace)/);
  },
);

it("reads from the primary and writes to a majority and the journal, whatever the connection string says", async () => {
  const client = clientOf(server("mongodb://host/vault?readPreference=secondaryPreferred&journal=false&w=0"));
  expect(client.readPreference?.mode).toBe("primary");
  expect(client.writeConcern).toMatchObject({ w: "majority", journal: true });
  expect(client.db("vault").collection("keys").readPreference?.mode).toBe("primary");
  await client.close();
});

/** A server that closes every connection, and the number of connections. */
async function hangingUp() {
  let calls = 0;
  const server = createServer((socket) => {
    calls++;
    socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, calls: () => calls };
}

it("reports an unavailable server once, without the password, and waits for it until it is stopped", async () => {
  const { port, calls } = await hangingUp();
  const stop = new AbortController();
  const reportedErrors: unknown[] = [];
  const waiting = connectMongo({
    ...server(`mongodb://ada:lovelace@127.0.0.1:${port}/vault`),
    reachableMs: 50,
    signal: stop.signal,
    onWaiting: (error) => reportedErrors.push(error),
  });
  const ended = expect(waiting).rejects.toThrow("unavailable");
  await expect.poll(() => reportedErrors.length).toBe(1);
  const before = calls();
  await expect.poll(calls).toBeGreaterThan(before + 1);
  expect([reportedErrors.length, String(reportedErrors[0])]).toEqual([1, expect.not.stringContaining("lovelace")]);
  stop.abort();
  await ended;
});
