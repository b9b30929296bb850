import type { ReactNode } from "react";
import type { Parsed } from "../../../load-schemas.ts";

type Settings = Parsed<"mailSettings">;

const securities: Record<NonNullable<Settings["server"]>["security"], string> = {
  tls: "TLS from the start",
  starttls: "STARTTLS, without which nothing is sent",
  "starttls-if-offered": "STARTTLS where the server offers it",
  none: "None: emails leave in clear",
};

/** How emails are sent, without credentials. */
export function MailFacts({ settings: { from, server } }: { settings: Settings }) {
  if (!server) {
    return (
      <p className="p-4 text-muted sm:px-6">
        There is no mail server: no email leaves this machine, and the dev inbox shows what would have been sent. Set
        SMTP_URL to send emails.
      </p>
    );
  }
  return (
    <dl className="grid gap-x-6 gap-y-3 p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:px-6">
      <Fact name="Sender">{from}</Fact>
      <Fact name="Server">
        <code className="font-mono text-sm wrap-anywhere">
          {server.host}:{server.port}
        </code>
      </Fact>
      <Fact name="Security">{securities[server.security]}</Fact>
      <Fact name="Sign-in">{server.signsIn ? "With a username and a password" : "None"}</Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-0.5 sm:contents">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);
