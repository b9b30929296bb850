import { flushCompileCache } from "node:module";
import { createCommandHandler } from "@attestory/command-api/handling/command-handler.ts";
import { emailQueue } from "@attestory/command-api/log-workers/log-jobs.ts";
import { openJobs } from "@attestory/command-api/log-workers/open-jobs.ts";
import { createEmailRenderer } from "@attestory/command-api/mail/render-email.ts";
import { smtpTransport } from "@attestory/command-api/mail/send-mail.ts";
import { startMailWorker } from "@attestory/command-api/mail/worker.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";

/** One of several processes that send email: `<folder of log and vault> <master key> <queue> <mail server> <public url>`. */
const [dataDir = "", key = "", jobsUrl = "", mailUrl = "", publicUrl = ""] = process.argv.slice(2);
const onFault = (error: Error) => {
  throw error;
};
const log = await openEventLog({ dataDir, generation: 1, writes: true, onFault });
const vault = await openVault({ dataDir, generation: 1, writes: true, onFault });
const keyring = await openKeyring(vault, masterKey(Buffer.from(key, "base64")), log);
const sealing = createSealing(keyring);
const commandHandler = createCommandHandler(log, sealing);
const reportFailure = (message: string, error: unknown) =>
  process.stdout.write(`trouble: ${message}: ${String(error)}\n`);
const worker = await startMailWorker({
  log,
  commandHandler,
  now: () => new Date(),
  reportError: reportFailure,
  emails: createEmailRenderer({ log, sealing, keyring, commandHandler, publicUrl }),
  jobs: openJobs({
    queue: emailQueue,
    jobs: jobsUrl,
    generation: 1,
    reportError: reportFailure,
    lockMs: 3000,
    stalledMs: 1000,
  }),
  transport: smtpTransport(mailUrl, "attestory@localhost", publicUrl),
});
// Node.js saves what it compiled when a process ends by itself, but tests kill most of these.
flushCompileCache();
process.stdout.write("ready\n");

process.once("SIGTERM", async () => {
  await worker.close();
  await Promise.all([log.close(), vault.close()]);
  process.stdout.write("closed\n", () => process.exit(0));
});
