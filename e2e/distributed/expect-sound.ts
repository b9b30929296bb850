import { expect } from "vitest";
import { notSentOnce } from "../faults/letters.ts";
import { violationsIn } from "../invariants/violations.ts";
import type { MailServer } from "../stand-ins/mail-server.ts";
import { inClear } from "./in-clear.ts";
import { readServers } from "./read-servers.ts";
import type { Distributed } from "./start-distributed.ts";
import type { SteadyClients } from "./steady-clients.ts";

/**
 * Waits until everything holds that has to hold after any trouble: nothing that was acknowledged is lost or there twice, the documents
 * are what the log folds to, everybody had their letters once, nobody was told anything wrong, and nothing lies in clear.
 */
export async function expectSound(stack: Distributed, clients: SteadyClients, mail: MailServer): Promise<void> {
  const check = async () => {
    const stored = await readServers(stack.settings);
    const ledger = clients.ledger(stored.keyring);
    return [...(await violationsIn(async () => stored, { ledger })), ...notSentOnce(mail, stored.events)];
  };
  // A registration that was cut off holds what it claimed for half a minute.
  await expect.poll(check, { interval: 250, timeout: 60_000 }).toEqual([]);
  expect(await inClear(stack, clients.canaries())).toEqual([]);
  expect(clients.wrong).toEqual([]);
}
