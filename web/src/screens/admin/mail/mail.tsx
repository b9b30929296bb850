import { useState } from "react";
import { send, useRead } from "../../../api.ts";
import { sentenceOf } from "../../../api-error.ts";
import type { Parsed } from "../../../load-schemas.ts";
import { Alert } from "../../../parts/alert.tsx";
import { Button } from "../../../parts/button.tsx";
import { Card, CardFoot } from "../../../parts/card.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { AdminHead } from "../admin-head.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { keepMailTest } from "./last-mail-test.ts";
import { MailFacts } from "./mail-facts.tsx";
import { MailPreviews } from "./mail-previews.tsx";
import { MailSteps } from "./mail-steps.tsx";

type Outcome = { state: "answered"; test: Parsed<"mailTest"> } | { state: "failed"; sentence: string };

/** The mail settings, a test email that shows whether they work, and what each email looks like. */
export function Mail() {
  const { data, error, mutate } = useRead("mailSettings", ["/api/admin/mail"]);
  return (
    <>
      <AdminHead title="Mail">How emails leave this service, whether they do, and what they look like.</AdminHead>
      <div className="grid gap-6">
        <Card>
          <CardHead title="Settings" />
          {data ? (
            <MailFacts settings={data} />
          ) : error ? (
            <AdminProblem title="The settings could not be loaded" error={error} onRetry={() => void mutate()} />
          ) : (
            <SkeletonRows count={3} label="Loading the settings" />
          )}
        </Card>
        {data && <TestEmail />}
        {data && <MailPreviews />}
      </div>
    </>
  );
}

function TestEmail() {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      const answer = await send("mailTest", { method: "POST", path: "/api/admin/mail/test" });
      keepMailTest({ hasFailed: answer.steps.some(({ state }) => state === "failed") });
      setOutcome({ state: "answered", test: answer });
    } catch (error) {
      setOutcome({
        state: "failed",
        sentence: sentenceOf(error, "The test could not be made. Try again in a moment."),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <CardHead title="Test email" />
      <div aria-live="polite">
        {outcome?.state === "failed" && (
          <div className="p-4 sm:px-6">
            <Alert kind="danger">{outcome.sentence}</Alert>
          </div>
        )}
        {outcome?.state === "answered" && <MailSteps test={outcome.test} />}
        {busy && <SkeletonRows count={3} label="Sending the test email" />}
      </div>
      <CardFoot>
        <span>It goes to your own address, at once. The test takes ten seconds at most.</span>
        <Button look="primary" busy={busy} onClick={() => void test()}>
          Send test email
        </Button>
      </CardFoot>
    </Card>
  );
}
