import type { User } from "@attestory/http/routing/answers.ts";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { usePage } from "../../page.ts";
import { buttonClass } from "../../parts/button.tsx";
import { Card, CardBody } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { textLinkClass } from "../../parts/text-link.tsx";
import { useSession } from "../../session.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { DoneStep } from "./done-step.tsx";
import { ScanStep } from "./scan-step.tsx";
import { type StepNumber, Steps } from "./steps.tsx";
import { useSetUp } from "./use-set-up.ts";

/** Sets up the authenticator app in three steps: scan, confirm, save the recovery codes. */
export function SetUpTwoFactor() {
  usePage("Two-factor setup", "Set up two-factor authentication for your Attestory account.");
  const { session } = useSession();
  // The account has the new factor while step 3 is still on screen.
  const [isRunning, setIsRunning] = useState(false);
  if (session.state !== "signed-in") return null;
  const { user } = session;
  return (
    <div className="grid justify-items-center px-4 pt-10 pb-12 sm:px-6 sm:pt-18 sm:pb-16">
      <div className="w-full max-w-dialog">
        <Card>
          {user.twoFactorEnabled && !isRunning ? (
            <AlreadyEnabled />
          ) : (
            <SetUp user={user} onEnable={() => setIsRunning(true)} />
          )}
        </Card>
      </div>
    </div>
  );
}

function SetUp({ user, onEnable }: { user: User; onEnable: () => void }) {
  const { refresh } = useSession();
  const setUp = useSetUp();
  const [step, setStep] = useState<StepNumber>(1);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const finish = (recoveryCodes: readonly string[] | null) => {
    onEnable();
    setCodes(recoveryCodes);
    setStep(3);
    void refresh().catch(() => undefined);
  };

  return (
    <>
      <header className="flex items-start justify-between gap-4 px-4 pt-5 sm:px-6">
        <h1 className="text-md font-semibold text-wrap">Set up two-factor authentication</h1>
        {step < 3 && (
          <Link href="/dashboard" className={`${textLinkClass} mt-0.5 text-sm`}>
            Cancel
          </Link>
        )}
      </header>
      <CardBody>
        <Steps at={step} />
        {step === 1 && <ScanStep setUp={setUp} email={user.email} onScanned={() => setStep(2)} />}
        {step === 2 && <ConfirmStep onBack={() => setStep(1)} onEnabled={finish} />}
        {step === 3 && <DoneStep codes={codes} email={user.email} />}
      </CardBody>
    </>
  );
}

const AlreadyEnabled = () => (
  <>
    <h1 className="sr-only">Two-factor setup</h1>
    <Empty
      icon={<ShieldCheck />}
      title="2FA Already Enabled"
      action={
        <Link href="/dashboard" className={buttonClass()}>
          Back to Dashboard
        </Link>
      }
    >
      To move to a new phone, turn it off and set it up again.
    </Empty>
  </>
);
