import type { User } from "@attestory/http/routing/answers.ts";
import { FileText } from "lucide-react";
import { useState } from "react";
import { useRead } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { Row } from "../../parts/card.tsx";
import { calendarDate } from "../../parts/moments.ts";
import { Skeleton } from "../../parts/skeleton.tsx";
import { codesLeft, fewCodes } from "./codes-left.ts";
import { NewCodes } from "./new-codes.tsx";

/** How many recovery codes are left. Not shown to a user who never had any. */
export function RecoveryCodesRow({ user }: { user: User }) {
  const [isMaking, setIsMaking] = useState(false);
  // Read again each time: a sign-in or the set-up may have changed it.
  const { data, error, mutate } = useRead("recoveryCodesLeft", ["/api/user/recovery-codes"], {
    revalidateOnMount: true,
  });
  const reread = () => void mutate().catch(() => undefined);
  const hasCodes = data ? data.issuedAt !== null : user.twoFactorEnabled;
  if (!hasCodes) return null;
  const close = () => {
    setIsMaking(false);
    reread();
  };
  const make = (
    <Button aria-haspopup="dialog" onClick={() => setIsMaking(true)}>
      New codes
    </Button>
  );
  return (
    <>
      <Row
        icon={<FileText />}
        title={<h3>Recovery codes</h3>}
        action={data ? make : error && <Button onClick={reread}>Try again</Button>}
      >
        {data ? <Left left={data} /> : error ? "Could not be loaded." : <Skeleton className="my-1 h-3 w-40" />}
      </Row>
      {data && data.left <= fewCodes && (
        <div className="px-4 pb-4 sm:px-6">
          <Alert kind="warning" title={codesLeft(data.left)}>
            <p>Make new ones before you need them. The old ones stop working.</p>
          </Alert>
        </div>
      )}
      {isMaking && <NewCodes email={user.email} onClose={close} />}
    </>
  );
}

const Left = ({ left: { left, issuedAt } }: { left: Parsed<"recoveryCodesLeft"> }) => (
  <>
    <span className="tabular-nums">{left}</span> of 10 left
    {issuedAt && `, made on ${calendarDate(new Date(issuedAt))}`}.
  </>
);
