import { setTimeout as wait } from "node:timers/promises";
import type { ClientCall } from "@attestory/query-api/applications/client-call-schema.ts";
import type { RegisteredApplication } from "./applications.ts";
import { call } from "./client.ts";

/** At least so many failed calls, the newest first. They are recorded behind the answers. */
export async function callsOf(
  url: string,
  { id, developer: { token } }: RegisteredApplication,
  atLeast: number,
): Promise<ClientCall[]> {
  for (const until = Date.now() + 20_000; ; await wait(20)) {
    const { status, body } = await call(url, `GET /api/developer/applications/${id}/requests`, { token });
    const isOver = Date.now() > until;
    if (status === 200 && (body.requests.length >= atLeast || isOver)) return body.requests;
    if (isOver) throw new Error(`the failed calls of ${id} answered ${status}: ${JSON.stringify(body)}`);
  }
}
