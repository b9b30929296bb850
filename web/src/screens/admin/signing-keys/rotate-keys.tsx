import { useState } from "react";
import type { Parsed } from "../../../load-schemas.ts";
import { Button } from "../../../parts/button.tsx";
import { Card, CardBody, CardFoot } from "../../../parts/card.tsx";
import { exactTime } from "../../../parts/moments.ts";
import { RadioCards } from "../../../parts/radio-cards.tsx";
import { CardHead } from "../card-head.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";

type SigningKey = Parsed<"keptSigningKeys">["keys"][number];
type Reason = "planned" | "urgent" | "compromised";

const questions: Record<Reason, string> = {
  planned:
    "The next keys sign from now on. The present ones stay published until their last token has expired, so sign-ins go on.",
  urgent:
    "The next keys sign from now on, though some applications may not have read them yet. Those refuse sign-ins until they do.",
  compromised:
    "The next keys sign from now on, and nothing counts any more that the present and former ones signed: access tokens end at once, and applications refresh them. Sessions and consents go on.",
};

type RotateKeysProps = {
  keys: readonly SigningKey[];
  /** Reads the keys again. */
  onRotated: () => Promise<unknown>;
};

/** Rotates the keys, which is asked first. */
export function RotateKeys({ keys, onRotated }: RotateKeysProps) {
  const { busy, act } = useAdminAction();
  const readyAt = readyFrom(keys);
  const isReady = readyAt !== null && readyAt <= new Date();
  const [reason, setReason] = useState<Reason>("planned");
  const rotate = async (): Promise<boolean> => {
    const done = await act({
      method: "POST",
      path: "/api/admin/signing-keys/rotate",
      body: { reason },
      purpose: "rotate the signing keys",
      done: "Signing keys rotated",
      failed: "Rotation failed",
    });
    if (done) await onRotated();
    return done;
  };
  const ask = useQuestion({
    title: "Rotate the signing keys?",
    text: questions[reason],
    action: "Rotate",
    busy,
    onConfirm: rotate,
  });
  const options = [
    { value: "planned", name: "As planned", about: aboutPlanned(readyAt, isReady) },
    {
      value: "urgent",
      name: "At once",
      about: "Without waiting until the next keys have been published for a day.",
    },
    {
      value: "compromised",
      name: "At once, because a key is compromised",
      about: "Others may have a private key. What the present and former keys signed does not count any more.",
    },
  ] as const;
  return (
    <Card>
      <CardHead title="Rotation" />
      <CardBody>
        <div className="max-w-160">
          <RadioCards legend="When" name="reason" options={options} chosen={reason} onChange={setReason} />
        </div>
      </CardBody>
      <CardFoot>
        <span>The service also rotates them by itself, every 90 days unless SIGNING_KEY_DAYS says otherwise.</span>
        <Button look="primary" disabled={reason === "planned" && !isReady} onClick={ask}>
          Rotate
        </Button>
      </CardFoot>
    </Card>
  );
}

/** From when on the next keys may sign. Null: there are none yet. */
function readyFrom(keys: readonly SigningKey[]): Date | null {
  const next = keys.filter(({ state }) => state === "next").map(({ maySignAt }) => new Date(maySignAt).getTime());
  return next.length === 0 ? null : new Date(Math.max(...next));
}

function aboutPlanned(readyAt: Date | null, isReady: boolean): string {
  if (isReady) return "The next keys have been published for a day, so every application knows them.";
  if (readyAt === null)
    return "Possible a day after the next keys are published, which happens a minute after the start.";
  return `Possible from ${exactTime(readyAt)}: the next keys have been published for less than a day.`;
}
