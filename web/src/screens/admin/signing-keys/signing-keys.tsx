import { KeyRound } from "lucide-react";
import { useRead } from "../../../api.ts";
import type { Parsed } from "../../../load-schemas.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Card } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { cellClass, ListTable, rowClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { exactTime } from "../../../parts/moments.ts";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import { AdminHead } from "../admin-head.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { RotateKeys } from "./rotate-keys.tsx";

type SigningKey = Parsed<"keptSigningKeys">["keys"][number];

/** The keys that sign tokens, and their rotation. */
export function SigningKeys() {
  const { data, error, mutate } = useRead("keptSigningKeys", ["/api/admin/signing-keys"], { revalidateOnMount: true });
  const reread = () => mutate().catch(() => undefined);
  return (
    <>
      <AdminHead title="Signing keys">
        What signs ID tokens and access tokens, and what applications verify them with.
      </AdminHead>
      <div className="grid gap-6">
        <Card>
          <CardHead title="Keys" />
          {data ? (
            <KeyTable keys={data.keys} />
          ) : error ? (
            <AdminProblem title="The keys could not be loaded" error={error} onRetry={() => void reread()} />
          ) : (
            <SkeletonRows count={4} label="Loading the keys" />
          )}
        </Card>
        {data && <RotateKeys keys={data.keys} onRotated={reread} />}
      </div>
    </>
  );
}

const columns = ["Key", "State", "Signs", "In the JWKS"];

function KeyTable({ keys }: { keys: readonly SigningKey[] }) {
  if (keys.length === 0) {
    return (
      <Empty icon={<KeyRound />} title="No keys yet">
        The first token makes them.
      </Empty>
    );
  }
  const inOrder = order.flatMap((state) => keys.filter((key) => key.state === state));
  return (
    <TooltipDelays>
      <ListTable columns={columns}>
        {inOrder.map((key) => (
          <KeyRow key={key.id} signingKey={key} />
        ))}
      </ListTable>
    </TooltipDelays>
  );
}

const order = ["current", "next", "previous", "withdrawn", "retired"] as const;
const badges = {
  current: <Badge look="success">Current</Badge>,
  next: <Badge look="accent">Next</Badge>,
  previous: <Badge>Previous</Badge>,
  retired: <Badge>Retired</Badge>,
  withdrawn: <Badge look="warning">Withdrawn</Badge>,
};
const wide = "max-sm:col-span-2";

function KeyRow({ signingKey: key }: { signingKey: SigningKey }) {
  return (
    <tr className={rowClass}>
      <td className={`${cellClass} min-w-0`}>
        <span className="block font-medium">{key.algorithm}</span>
        <code className="block font-mono text-xs wrap-anywhere text-muted">{key.id}</code>
      </td>
      <td className={`${cellClass} max-sm:col-start-2 max-sm:row-start-1`}>{badges[key.state]}</td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">Signs: </span>
        <Signed signingKey={key} />
      </td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">In the JWKS: </span>
        <Published signingKey={key} />
      </td>
    </tr>
  );
}

function Signed({ signingKey: { signsSince, replacedAt, maySignAt } }: { signingKey: SigningKey }) {
  if (signsSince === null) {
    const isReady = new Date(maySignAt) <= new Date();
    return isReady ? "from the next rotation" : `from ${exactTime(new Date(maySignAt))} at the earliest`;
  }
  return (
    <>
      since <Moment at={signsSince} />
      {replacedAt && (
        <>
          , until <Moment at={replacedAt} />
        </>
      )}
    </>
  );
}

function Published({ signingKey: { createdAt, leavesAt, isPublished } }: { signingKey: SigningKey }) {
  if (!isPublished && leavesAt) {
    return (
      <>
        left <Moment at={leavesAt} />
      </>
    );
  }
  return (
    <>
      since <Moment at={createdAt} />
      {leavesAt && `, until ${exactTime(new Date(leavesAt))}`}
    </>
  );
}
