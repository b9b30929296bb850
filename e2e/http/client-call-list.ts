import { setTimeout as wait } from "node:timers/promises";
import type { RegisteredApplication } from "./applications.ts";
import { call } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";

/** The "Last requests" of an application, once there are so many: they are recorded behind the answer. */
export async function untilRequests(url: string, { id, developer }: RegisteredApplication, count: number) {
  const path = `GET /api/developer/applications/${id}/requests`;
  const read = () => askUntilUpToDate(() => call(url, path, { token: developer.token }));
  let answered = await read();
  for (const until = Date.now() + 20_000; answered.body.requests.length < count && Date.now() < until; await wait(20)) {
    answered = await read();
  }
  return answered.body.requests as { endpoint: string; error: string; description: string }[];
}
