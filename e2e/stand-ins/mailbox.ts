import { createServer } from "node:http";
import { answerInbox } from "./inbox.ts";
import { startMailServer } from "./mail-server.ts";

/** The mail server of deploy/try.yml: takes emails at port 2525, passes none on, and shows them at port 8025. */
const host = "0.0.0.0";
const mail = await startMailServer({ host, port: 2525 });
createServer(answerInbox(() => mail.received)).listen(8025, host);
process.once("SIGTERM", () => process.exit(0));
