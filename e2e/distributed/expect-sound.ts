import { expect } from "vitest";
import { notSentOnce } from "../faults/emails.ts";
import { violationsIn } from "../invariants/violations.ts";
import type { MailServer } from "../stand-ins/mail-server.ts";
import { inClear } from "./in-clear.ts";
import { readServers } from "./read-servers.ts";
import type { Distributed } from "./start-distributed.ts";
import type { SteadyClients } from "./steady-clients.ts";

/**
 * Waits until every invariant holds that must hold after any failure: no acknowledged event is lost or stored twice, the documents
 * match the log, every email was sent once, no client got a wrong answer, and no plaintext is stored where it must not be.
 */
export async function expectSound(stack: Distributed, clients: SteadyClients, mail: MailServer): Promise<void> {
  const check = async () => {
    const stored = await readServers(stack.settings);
    const ledger = clients.ledger(stored.keyring);
    return [...(await violationsIn(async () => stored, { ledger })), ...notSentOnce(mail, stored.events)];
  };
  // An interrupted registration keeps its reservations for half a minute.
  await expect.poll(check, { interval: 250, timeout: 60_000 }).toEqual([]);
  expect(await inClear(stack, clients.canaries())).toEqual([]);
  expect(clients.wrong).toEqual([]);
}
