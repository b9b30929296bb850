import type { DeviceRequestInfo } from "@attestory/command-api/device-authorizations/schema.ts";
import { useState } from "react";
import { useExactSearch } from "../../exact-search.ts";
import { Waiting } from "../../frame/waiting.tsx";
import { usePage } from "../../page.ts";
import { useSession } from "../../session.tsx";
import { DeviceCard } from "./device-card.tsx";
import { DeviceCode } from "./device-code.tsx";
import { DeviceDone, type Outcome } from "./device-done.tsx";

type Step =
  | { at: "code" }
  | { at: "question"; asked: DeviceRequestInfo }
  | { at: "done"; outcome: Outcome; name: string };

/** Answers a device that shows a code (/device). A code in the address fills the field in, and no more: see RFC 8628 section 5.4. */
export function Device() {
  usePage("Connect a device", "Enter the code that a device shows to sign in to it with your Attestory account.");
  const { session } = useSession();
  const search = useExactSearch();
  const [step, setStep] = useState<Step>({ at: "code" });
  if (session.state !== "signed-in") return <Waiting path="/device" />;
  if (step.at === "done") return <DeviceDone outcome={step.outcome} name={step.name} />;
  if (step.at === "question") {
    const { asked } = step;
    const { name } = asked.application;
    return (
      <DeviceCard
        user={session.user}
        asked={asked}
        onAnswered={(outcome) => setStep({ at: "done", outcome, name })}
        onChanged={(asked) => setStep({ at: "question", asked })}
        onBack={() => setStep({ at: "code" })}
      />
    );
  }
  const given = new URLSearchParams(search).get("user_code") ?? "";
  return <DeviceCode given={given} onFound={(asked) => setStep({ at: "question", asked })} />;
}
