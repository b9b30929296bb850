import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { mailStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it, onTestFinished } from "vitest";
import { createCommandHandler } from "../handling/command-handler.ts";
import { inProcessJobs } from "../log-workers/in-process-jobs.ts";
import { emailQueue } from "../log-workers/log-jobs.ts";
import { ann, registerAnn } from "../testing/people.ts";
import { createEmailRenderer } from "./render-email.ts";
import { startMailWorker } from "./worker.ts";

it("does not send an email that another process has sent since it was rendered", async () => {
  const scratch = await openScratchService();
  onTestFinished(() => scratch.close());
  const commandHandler = createCommandHandler(scratch.log, scratch.sealing);
  const emails = createEmailRenderer({ ...scratch, commandHandler, publicUrl: "https://id.example.com" });
  const rendered = Promise.withResolvers<string>();
  const sent: string[] = [];
  const reportedErrors: string[] = [];
  const worker = await startMailWorker({
    log: scratch.log,
    commandHandler,
    emails: {
      ...emails,
      async render(stream, version) {
        const email = await emails.render(stream, version);
        const { id: causeId } = email.event;
        const data = { causeId, causeStream: stream, causeVersion: version, letter: "verification" };
        await scratch.happened(mailStream(causeId), { type: "LetterSent", data });
        rendered.resolve("email" in email ? email.email.to : email.pointless);
        return email;
      },
    },
    jobs: inProcessJobs(emailQueue),
    transport: { send: async ({ to }) => void sent.push(to), close: async () => {} },
    now: () => new Date(),
    reportError: (message) => reportedErrors.push(message),
  });

  const userId = await registerAnn(commandHandler);
  expect(await rendered.promise).toBe(ann.email);
  // Waits for the delivery.
  await worker.close();

  expect([sent, reportedErrors]).toEqual([[], []]);
  const [cause] = (await scratch.log.read(userStream(userId))).events;
  const outcome = (await scratch.log.read(mailStream(cause?.id ?? ""))).events;
  expect(outcome.map(({ type }) => type)).toEqual(["LetterSent"]);
});
