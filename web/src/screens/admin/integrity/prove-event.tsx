import { Download } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { read } from "../../../api.ts";
import { ApiError, sentenceOf } from "../../../api-error.ts";
import { useForm } from "../../../form.ts";
import { Alert } from "../../../parts/alert.tsx";
import { Button } from "../../../parts/button.tsx";
import { Card, CardBody } from "../../../parts/card.tsx";
import { TextField } from "../../../parts/field.tsx";
import { exactTime } from "../../../parts/moments.ts";
import { saveFile } from "../../../save-file.ts";
import { CardHead } from "../card-head.tsx";
import { checkProof, type EventProof, type ProofCheck } from "./check-proof.ts";

interface Proven {
  proof: EventProof;
  check: ProofCheck;
}

/** Gets the proof that an event is in the log, and checks it here. A link to the screen may name the event. */
export function ProveEvent() {
  const [search] = useSearchParams();
  const linked = search.get("event");
  const [proven, setProven] = useState<Proven | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    schema: "eventProofQuery",
    submit: async ({ event }) => {
      setProven(null);
      setFailure(null);
      const proof = await read("eventProof", `/api/admin/integrity/proof?event=${encodeURIComponent(event)}`);
      setProven({ proof, check: await checkProof(event, proof, crypto.subtle) });
    },
    failed: (error) => {
      if (error instanceof ApiError && error.problem?.fields) return;
      setFailure(sentenceOf(error, "Try again in a moment."));
    },
  });
  return (
    <Card>
      <CardHead title="Prove an event" />
      <CardBody>
        <form {...form.props} className="grid max-w-160 gap-4">
          <TextField
            label="Event"
            name="event"
            autoComplete="off"
            spellCheck={false}
            placeholder="admins@1"
            defaultValue={linked ?? ""}
            // A user who follows the link came for this.
            autoFocus={linked !== null}
            hint="Its stream, @ and its version there, as a backup has them; or its id. The proof shows the event as it is stored: personal fields are encrypted."
            error={form.errors.event}
          />
          <div>
            <Button type="submit" look="primary" busy={form.busy}>
              Get proof
            </Button>
          </div>
          {failure && (
            <Alert kind="danger" role="alert" title="No proof">
              {failure}
            </Alert>
          )}
          {proven && <Outcome {...proven} />}
        </form>
      </CardBody>
    </Card>
  );
}

function Outcome({ proof, check }: Proven) {
  const save = () => {
    const file = new Blob([`${JSON.stringify(proof, null, 2)}\n`], { type: "application/json" });
    saveFile(`proof-${proof.event}.json`, file);
  };
  return (
    <>
      {check.outcome === "proven" ? (
        <Checked check={check} signedAt={proof.signedAt} />
      ) : (
        <Alert kind="danger" role="alert" title="The proof is wrong">
          {check.reason}
        </Alert>
      )}
      <div>
        <Button onClick={save}>
          <Download aria-hidden="true" className="size-4" />
          Download proof
        </Button>
      </div>
    </>
  );
}

type CheckedProps = { check: Extract<ProofCheck, { outcome: "proven" }>; signedAt: string };

const Checked = ({ check: { number, size, signature }, signedAt }: CheckedProps) => (
  <Alert kind="success" role="status" title="Checked in this browser">
    <p>
      The event is number {number.toLocaleString("en")} of {size.toLocaleString("en")} in the log that was signed at{" "}
      {exactTime(new Date(signedAt))}.
    </p>
    {signature === "not-checked" && (
      <p>This browser has no Ed25519, so the signature of the checkpoint was not checked here.</p>
    )}
  </Alert>
);
