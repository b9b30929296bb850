import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { call } from "@attestory/e2e/http/client.ts";
import { grantAdmin } from "./admin/grant-admin.ts";
import { figure, line, ratios } from "./figures.ts";
import { authorizedClient } from "./oauth-client.ts";
import { offerLoad } from "./processes.ts";
import { prepareSubject, type Subject } from "./subject.ts";

const rounds = 5;
const seconds = 8;
const everyMs = 500;

/** Client credentials, which need a signature each, while keys rotate again and again, in turns with the same at rest. */
export async function measureKeyRotation(): Promise<string[]> {
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off", STEP_UP_SECONDS: "3600" });
  const server = await subject.start();
  const env = {
    DATA_DIR: join(subject.folder, "data"),
    MASTER_KEY: subject.key.toString("base64"),
    PUBLIC_URL: subject.url,
  };
  await grantAdmin(env, subject.email);
  const { basic } = await authorizedClient(subject);
  const headers = { authorization: basic, "content-type": "application/x-www-form-urlencoded" };
  const url = `${subject.url.replace("localhost", "127.0.0.1")}/api/oauth/token`;
  const bodies = ["grant_type=client_credentials"];
  const load = { method: "POST", url, headers, bodies, connections: 16 } as const;
  await offerLoad({ ...load, seconds: 2 });
  const [turning, resting]: [number[], number[]] = [[], []];
  let [failed, rotations] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    resting.push((await offerLoad({ ...load, seconds })).perSecond);
    let isOver = false;
    const loaded = offerLoad({ ...load, seconds }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await rotate(subject);
      rotations++;
      await wait(everyMs);
    }
    const result = await loaded;
    turning.push(result.perSecond);
    failed += result.failed;
  }
  await server.stop();
  subject.remove();
  return [
    line("client credentials while keys rotate", figure(turning), "/s"),
    line("  the same without rotation", figure(resting), "/s"),
    line("  ratio", ratios(turning, resting), ""),
    `  failed answers in ${rotations} rotations (0): ${failed}`,
  ];
}

async function rotate({ url, token }: Subject): Promise<void> {
  const body = { reason: "urgent" };
  const { status, body: answer } = await call(url, "POST /api/admin/signing-keys/rotate", { token, body });
  if (status !== 200) throw new Error(`the rotation was answered ${status} ${JSON.stringify(answer)}`);
}
