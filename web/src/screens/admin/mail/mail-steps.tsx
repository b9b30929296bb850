import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import type { Parsed } from "../../../load-schemas.ts";

type Test = Parsed<"mailTest">;
type Step = Test["steps"][number];

const names: Record<Step["step"], string> = {
  connection: "Connection",
  tls: "TLS",
  "sign-in": "Sign-in",
  sender: "Sender accepted",
  recipient: "Recipient accepted",
  message: "Email accepted",
};

const looks = {
  done: { Icon: CircleCheck, word: "Done", colour: "text-success-text" },
  failed: { Icon: CircleAlert, word: "Failed", colour: "text-danger-text" },
  skipped: { Icon: CircleDashed, word: "Skipped", colour: "text-subtle" },
} as const;

/** How far the test email got, with the server's own words. */
export function MailSteps({ test: { transport, sentTo, steps } }: { test: Test }) {
  if (transport === "dev-inbox") {
    return <p className="p-4 text-muted sm:px-6">The test email to {sentTo} is in the dev inbox.</p>;
  }
  const failedAt = steps.findIndex(({ state }) => state === "failed");
  return (
    <>
      <p className="p-4 font-medium wrap-anywhere sm:px-6">
        {failedAt < 0 ? `The mail server took the email to ${sentTo}.` : `The email to ${sentTo} was not sent.`}
      </p>
      <ol className="border-t border-line">
        {steps.map((step, at) => (
          <StepRow key={step.step} step={step} isReached={failedAt < 0 || at < failedAt} />
        ))}
      </ol>
    </>
  );
}

function StepRow({ step: { step, state, said }, isReached }: { step: Step; isReached: boolean }) {
  const { Icon, word, colour } = looks[state];
  const shown = state === "skipped" ? (isReached ? "Not used" : "Not reached") : word;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 not-first:border-t not-first:border-line sm:px-6">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 ${colour}`} />
      <span className="min-w-0">
        <span className={`block font-medium ${state === "skipped" ? "text-muted" : ""}`}>{names[step]}</span>
        {said && <code className="block font-mono text-xs text-muted wrap-anywhere">{said}</code>}
      </span>
      <span className={`text-sm ${colour}`}>{shown}</span>
    </li>
  );
}
