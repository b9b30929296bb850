import type { HardwareKey } from "@attestory/query-api/hardware-keys/schema.ts";
import { Usb } from "lucide-react";
import { Empty } from "../../parts/empty.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { KeyRow } from "./key-row.tsx";
import { RenameRow } from "./rename-row.tsx";

type ListProps = {
  answer: {
    data: { hardwareKeys: HardwareKey[] } | undefined;
    error: Error | undefined;
    mutate: () => Promise<unknown>;
  };
  /** The id of the key that asks for its name, or null. */
  renaming: string | null;
  onRename: (id: string | null) => void;
  onRemove: (key: HardwareKey) => void;
};

/** The keys, of which one at a time is renamed in its row. */
export function KeyList({ answer, renaming, onRename, onRemove }: ListProps) {
  const { data, error, mutate } = answer;
  const readAgain = () => mutate().catch(() => undefined);
  if (data?.hardwareKeys.length === 0) {
    return (
      <Empty icon={<Usb />} title="No hardware keys registered">
        A key signs you in without a password, or confirms your password as a second factor.
      </Empty>
    );
  }
  if (data) {
    return (
      <TooltipDelays>
        {data.hardwareKeys.map((key) =>
          key.id === renaming ? (
            <RenameRow key={key.id} hardwareKey={key} onRenamed={readAgain} onClose={() => onRename(null)} />
          ) : (
            <KeyRow key={key.id} hardwareKey={key} onRename={() => onRename(key.id)} onRemove={() => onRemove(key)} />
          ),
        )}
      </TooltipDelays>
    );
  }
  if (error) {
    return (
      <ReadProblem title="Your hardware keys could not be loaded" error={error} onRetry={() => void readAgain()} />
    );
  }
  return <SkeletonRows count={2} label="Loading your hardware keys" />;
}
