import { checkMail } from "@attestory/command-api/mail/check-mail.ts";
import { mailServerFacts } from "@attestory/command-api/mail/mail-server-facts.ts";
import { isLoopbackHost } from "@attestory/http/security/known-hosts.ts";
import type { Settings } from "../../config.ts";
import { type Finding, findingsOf } from "./finding.ts";

const mail = findingsOf("mail");
const remedies: Readonly<Record<string, string>> = {
  connection: "check the host and the port in SMTP_URL, and the firewall",
  tls: "port 465 needs smtps://, 587 needs smtp://; the certificate must be valid for the host",
  "sign-in": "check the user and the password in SMTP_URL",
};

/** Connects and signs in to the mail server as the service would, for ten seconds at most, and sends nothing. */
export async function checkMailServer({ publicUrl, command }: Settings): Promise<Finding> {
  const { smtp, devInboxForEveryone } = command;
  if (smtp === null) {
    return devInboxForEveryone
      ? mail.warning("DEV_INBOX=on: everyone who reaches the service can read every email", "set SMTP_URL")
      : mail.ok("not sent: read emails in the dev inbox, at /dev/inbox");
  }
  const { host, port, signsIn } = mailServerFacts(smtp.url);
  const server = `${host}:${port}`;
  const steps = await checkMail({ smtp, publicUrl, email: null, id: "" });
  const failed = steps.find(({ state }) => state === "failed");
  if (failed) return mail.problem(`${server} failed at ${failed.step}: ${failed.said}`, remedies[failed.step]);
  const isDone = (step: string) => steps.some((each) => each.step === step && each.state === "done");
  if (!isDone("tls") && !isLoopbackHost(host)) {
    return mail.warning(
      `${server} answers without TLS: emails and their links are sent in clear`,
      "use a server with TLS",
    );
  }
  if (signsIn && !isDone("sign-in")) {
    return mail.warning(
      `${server} answers, but offers no sign-in`,
      "leave user and password out of SMTP_URL, or use another port",
    );
  }
  return mail.ok(
    `${server} takes the connection${isDone("tls") ? " with TLS" : ""}${signsIn ? " and the sign-in" : ""}`,
  );
}
