/** @module-tag slow */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deaths, seed } from "../../faults/rounds.ts";
import { registrationSteps, visitSteps } from "../../faults/steps-to-die-at.ts";
import { type MailServer, startMailServer } from "../../stand-ins/mail-server.ts";
import { expectSound } from "../expect-sound.ts";
import type { ServiceProcess } from "../service-process.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "../start-distributed.ts";
import { SteadyClients } from "../steady-clients.ts";

const full = process.env.FULL_RUN === "1";
const [kills, pauses] = full ? [500, 300] : [5, 4];
const dieAtStep = new URL("../../faults/die-at-step.ts", import.meta.url).href;
/** The other process takes over within a lease and its one-second check; the rest is time to catch up. */
const takenOverWithinMs = 8000;

/** The steps that a process which accepts commands reaches, on servers. Another one sends the emails. */
const steps = [...registrationSteps, ...visitSteps].filter(
  ({ step }) => !/^email |LetterSent|sqlite|RegistrationLapsed|step-up|not-me/.test(step),
);

describe.skipIf(whyNotDistributed())("killed processes", { timeout: 120_000 + (kills + pauses) * 20_000 }, () => {
  let stack: Distributed;
  let mail: MailServer;
  let clients: SteadyClients;
  const dieAt = join(tmpdir(), `attestory-die-at-${crypto.randomUUID()}`);
  beforeAll(async () => {
    mail = await startMailServer();
    stack = await startDistributed({
      SMTP_URL: mail.url,
      NODE_OPTIONS: `--import=${dieAtStep}`,
      DIE_AT: dieAt,
    });
    clients = new SteadyClients(stack.url, mail, stack.gateway.output);
  }, 120_000);
  afterAll(async () => {
    rmSync(dieAt, { force: true });
    await stack?.remove();
    await mail.close();
  });
  const dead = () => stack.of("command").filter(({ process }) => process.signalCode !== null);
  const revive = async (service: ServiceProcess) => stack.replace(service, await service.restart());

  it(`RE-01 command services, at any step: a repeated request is carried out once (SEED=${seed})`, async () => {
    const visitors = await Promise.all([clients.newcomer(), clients.newcomer()]);
    for (const { step, first } of deaths(kills, { commands: steps, start: [] })) {
      writeFileSync(dieAt, `1 ${step}`);
      const working = Promise.all([
        ...visitors.map((visitor, at) => clients.visit(visitor, first + at)),
        ...[clients.newcomer(), clients.newcomer()],
      ]);
      await expect.poll(() => dead().length, { timeout: 20_000 }).toBeGreaterThan(0);
      rmSync(dieAt, { force: true });
      // The other process may have reached the step before the file was removed.
      await wait(20);
      await Promise.all(dead().map(revive));
      await working;
      await expectSound(stack, clients, mail).catch((error) => {
        throw new Error(`SEED=${seed}, killed at ${step}`, { cause: error });
      });
    }
  });

  it("RE-10 RE-11 projection services, killed or paused: another takes over within seconds, and no event is applied twice", async () => {
    const [visitor, other] = await Promise.all([clients.newcomer(), clients.newcomer()]);
    for (let n = 0; n < pauses; n++) {
      // One of two follows, and a restarted process stands by: so the active one alternates.
      const service = stack.of("projections")[n % 2] as ServiceProcess;
      const stop = new AbortController();
      const staying = clients.stay(other, stop.signal);
      await wait(300);
      const isKilled = n % 4 < 2;
      if (isKilled) await service.kill();
      else service.process.kill("SIGSTOP");
      expect(await clients.change(visitor)).toBeLessThan(takenOverWithinMs);
      if (isKilled) await revive(service);
      else service.process.kill("SIGCONT");
      await clients.change(visitor);
      stop.abort();
      await staying;
      await expectSound(stack, clients, mail);
    }
  });
});
