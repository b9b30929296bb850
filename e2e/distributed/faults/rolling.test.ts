/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../../stand-ins/mail-server.ts";
import { expectSound } from "../expect-sound.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "../start-distributed.ts";
import { SteadyClients } from "../steady-clients.ts";

const turns = process.env.FULL_RUN === "1" ? 10 : 1;
const timeout = 60_000 + turns * 240_000;

describe.skipIf(whyNotDistributed())("a rolling restart", { timeout }, () => {
  let stack: Distributed;
  let mail: MailServer;
  let clients: SteadyClients;
  beforeAll(async () => {
    mail = await startMailServer();
    stack = await startDistributed({ SMTP_URL: mail.url });
    clients = new SteadyClients(stack.url, mail);
  }, 120_000);
  afterAll(async () => {
    await stack?.remove();
    await mail.close();
  });

  it("RE-51 RE-53 ends every process with 0 in time under load, and shows users nothing worse than a brief 503", async () => {
    clients.patience = "saidTrouble";
    const visitors = await Promise.all([clients.newcomer(), clients.newcomer(), clients.newcomer()]);
    const before = clients.answers;
    const stop = new AbortController();
    const staying = visitors.map((visitor) => clients.stay(visitor, stop.signal));
    const ended: [string, number | null, boolean][] = [];
    for (let turn = 0; turn < turns; turn++) {
      for (const service of [...stack.services]) {
        const since = performance.now();
        const code = await service.stop();
        ended.push([service.role, code, performance.now() - since < 10_000]);
        stack.replace(service, await service.restart());
        await clients.newcomer();
      }
    }
    stop.abort();
    await Promise.all(staying);
    expect(ended).toEqual(ended.map(([role]) => [role, 0, true]));
    expect(ended).toHaveLength(turns * stack.services.length);
    expect(clients.answers - before).toBeGreaterThan(50);
    await expectSound(stack, clients, mail);
  });
});
