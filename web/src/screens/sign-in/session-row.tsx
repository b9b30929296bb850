import type { Session } from "@attestory/query-api/sign-in/schema.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Row } from "../../parts/card.tsx";
import { Moment } from "../../parts/moment.tsx";
import { deviceIcon } from "./device-icon.ts";

/** One signed-in device: what it is, from where and when it was last used, and a button that ends its session. */
export function SessionRow({ session, onRevoke }: { session: Session; onRevoke: (session: Session) => void }) {
  const Icon = deviceIcon(session.device);
  return (
    <Row
      icon={<Icon />}
      title={session.device}
      badge={session.isCurrent && <Badge look="accent">This device</Badge>}
      action={
        !session.isCurrent && (
          <Button size="small" aria-label={`Revoke ${session.device}`} onClick={() => onRevoke(session)}>
            Revoke
          </Button>
        )
      }
    >
      <Network session={session} /> ·{" "}
      {session.isCurrent ? (
        "active now"
      ) : (
        <>
          active <Moment at={session.lastAccess} />
        </>
      )}
      <p className="text-subtle">
        Signed in <Moment at={session.createdAt} /> with {session.signedInWith}
      </p>
    </Row>
  );
}

function Network({ session }: { session: Session }) {
  const address = session.location ?? session.ipAddress;
  return address ? <span className="font-mono text-[0.93em] wrap-anywhere">{address}</span> : "unknown network";
}
