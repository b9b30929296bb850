import type { HardwareKey } from "@attestory/query-api/hardware-keys/schema.ts";
import { Usb } from "lucide-react";
import { Button } from "../../parts/button.tsx";
import { Row } from "../../parts/card.tsx";
import { Moment } from "../../parts/moment.tsx";
import { calendarDate } from "../../parts/moments.ts";

type KeyRowProps = { hardwareKey: HardwareKey; onRename: () => void; onRemove: () => void };

/** One key: its name, when it was added and last used, and what can be done with it. */
export function KeyRow({ hardwareKey: { name, createdAt, lastUsed }, onRename, onRemove }: KeyRowProps) {
  return (
    <Row
      icon={<Usb />}
      title={<span className="wrap-anywhere">{name}</span>}
      action={
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="small" aria-label={`Rename ${name}`} onClick={onRename}>
            Rename
          </Button>
          <Button size="small" look="quietDanger" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      }
    >
      Added {calendarDate(new Date(createdAt))} ·{" "}
      {lastUsed === null ? (
        "never used"
      ) : (
        <>
          last used <Moment at={lastUsed} />
        </>
      )}
    </Row>
  );
}
