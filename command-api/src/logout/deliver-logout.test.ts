import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { applicationSessionsStream, applicationStream } from "@attestory/events/envelope.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { expect, it, onTestFinished } from "vitest";
import { registerTestApplication } from "../testing/applications.ts";
import { commandScene } from "../testing/command-scene.ts";
import { registerAnn } from "../testing/people.ts";
import { deliverLogout, TooManyAtOnce } from "./deliver-logout.ts";
import type { FairShare } from "./fair-share.ts";

const { scratch, commandHandler } = commandScene();

/** The address of a server that refuses everything. */
async function refusing(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/out`;
}

it("RS-19 reports the first failure to the developer, also after attempts that only waited", async () => {
  const userId = await registerAnn(commandHandler);
  const { applicationId } = await registerTestApplication(commandHandler, userId);
  const data = { ...sampleApplication({ applicationId }), backchannelLogoutUri: await refusing() };
  await scratch.happened(applicationStream(applicationId), { type: "ApplicationChanged", data });
  const stream = applicationSessionsStream(userId);
  const requested = { userId, applicationId, sessionId: randomUUID() };
  await scratch.happened(stream, { type: "LogoutRequested", data: requested });
  const [event] = (await scratch.log.read(stream, 0, 1)).events;
  const told: string[] = [];
  let isFull = true;
  const share: FairShare = async (_, work) => (isFull ? null : work());
  const dependencies = {
    log: scratch.log,
    commandHandler,
    signer: { sign: async () => "a logout token" },
    publicUrl: "https://id.example.com",
    allowPrivate: true,
    reportCall: (_: string, { description }: { description: string }) => void told.push(description),
    share,
    reported: new Set<string>(),
    now: () => new Date(),
  };
  const deliver = (attempt: number) =>
    deliverLogout(dependencies, { job: { id: event?.id ?? "", stream, version: 1 }, attempt });
  await expect(deliver(1)).rejects.toThrow(TooManyAtOnce);
  expect(told).toEqual([]);
  isFull = false;
  for (const attempt of [2, 3]) await expect(deliver(attempt)).rejects.toThrow("it answered 500");
  expect(told).toEqual([`${data.backchannelLogoutUri}: it answered 500. It is tried again for a day.`]);
});
