import { ShieldCheck, ShieldQuestion } from "lucide-react";
import type { Parsed } from "../../../load-schemas.ts";
import { Alert } from "../../../parts/alert.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Card, CardBody, Row } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { CardHead } from "../card-head.tsx";
import { counted, verifiedSentence } from "./integrity-words.ts";

type Found = Parsed<"logIntegrity">["verification"];

/** What the daily verification last found. */
export function Verification({ verification }: { verification: Found }) {
  return (
    <Card>
      <CardHead title="Verification" />
      <Outcome found={verification} />
    </Card>
  );
}

function Outcome({ found }: { found: Found }) {
  if (!found) {
    return (
      <Empty icon={<ShieldQuestion />} title="Not verified yet">
        The service reads its whole log once a day and compares it with every checkpoint. It begins two minutes after
        its start.
      </Empty>
    );
  }
  if (found.outcome === "refuted") return <Refuted found={found} />;
  return (
    <Row
      icon={<ShieldCheck />}
      title={
        found.covered > 0 ? `Verified up to event ${found.covered.toLocaleString("en")}` : "Nothing to compare yet"
      }
      badge={found.covered > 0 && <Badge look="success">Unchanged</Badge>}
    >
      <Moment at={found.at} />: {verifiedSentence(found)}
    </Row>
  );
}

const Refuted = ({ found: { at, events, reason } }: { found: Extract<Found, { outcome: "refuted" }> }) => (
  <CardBody>
    <Alert kind="danger" title="The log is not what was signed">
      <p className="wrap-anywhere">
        <Moment at={at} />: {reason}.{" "}
        {events > 0
          ? `The first ${counted(events, "event")} agree with their checkpoints.`
          : "No event before it was verified."}
      </p>
      <p>
        Change nothing: the log, its backups and the checkpoints that were kept elsewhere are the evidence. Find out
        with <code className="font-mono wrap-anywhere">npx attestory verify</code> which backup still agrees.
      </p>
    </Alert>
  </CardBody>
);
