import { Signature } from "lucide-react";
import type { Parsed } from "../../../load-schemas.ts";
import { Card, CardBody, Row } from "../../../parts/card.tsx";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { MonoLine } from "../../../parts/mono-line.tsx";
import { CardHead } from "../card-head.tsx";
import { counted } from "./integrity-words.ts";

type Shown = Pick<Parsed<"logIntegrity">, "checkpoint" | "verifierKey">;

const verifyCommand = "npx attestory verify FILE --key KEY --checkpoint FILE";

/** What was signed last, to be kept elsewhere. */
export function NewestCheckpoint({ checkpoint, verifierKey }: Shown) {
  return (
    <Card>
      <CardHead title="Newest checkpoint" />
      {checkpoint ? (
        <Row icon={<Signature />} title={counted(checkpoint.size, "event")}>
          Signed <Moment at={checkpoint.signedAt} />
        </Row>
      ) : (
        <Empty icon={<Signature />} title="No checkpoint yet">
          The service signs one within a minute of an event, or as CHECKPOINT_SECONDS says.
        </Empty>
      )}
      <div className="border-t border-line">
        <CardBody>
          <div className="grid gap-4">
            <p className="max-w-[72ch] text-muted">
              Keep checkpoint and key where nobody of this service can change them. With both, anyone can show whether a
              backup has exactly the events that were signed:
            </p>
            <MonoLine text={verifyCommand} wrap>
              <CopyButton text={verifyCommand} what="Copy the command" />
            </MonoLine>
            {checkpoint && <CodeBlock code={checkpoint.note} what="the checkpoint" />}
            <div className="grid gap-1.5">
              <p className="font-medium">Verifier key</p>
              <MonoLine text={verifierKey} wrap>
                <CopyButton text={verifierKey} what="Copy the verifier key" />
              </MonoLine>
            </div>
          </div>
        </CardBody>
      </div>
    </Card>
  );
}
