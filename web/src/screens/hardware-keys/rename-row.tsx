import type { HardwareKey } from "@attestory/query-api/hardware-keys/schema.ts";
import { useEffect } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { FieldError, inputClass } from "../../parts/field.tsx";
import { toast } from "../../parts/toasts.ts";
import { keysPath } from "./keys-path.ts";

type RenameRowProps = { hardwareKey: HardwareKey; onRenamed: () => Promise<unknown>; onClose: () => void };

/** Asks for the new name of a key, in its row. A name that is empty or unchanged is not sent. */
export function RenameRow({ hardwareKey: { id, name }, onRenamed, onClose }: RenameRowProps) {
  const form = useForm({
    schema: "hardwareKeyRename",
    submit: async (body) => {
      if (body.name !== name) {
        await send("message", { method: "PUT", path: `${keysPath}/${id}`, body });
        toast({ kind: "done", title: "Hardware key updated" });
        await onRenamed();
      }
      onClose();
    },
    failed: (error) =>
      toast({ kind: "refused", title: "Update failed", description: sentenceOf(error, "Try again in a moment.") }),
  });
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector("input")?.select(), [ref]);
  const errorId = `${id}-error`;
  return (
    <form
      {...form.props}
      data-own-escape
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      className="grid gap-2 p-4 not-first:border-t not-first:border-line sm:px-6"
    >
      <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
        <input
          aria-label="Name of the key"
          name="name"
          defaultValue={name}
          autoComplete="off"
          maxLength={64}
          aria-invalid={form.errors.name ? true : undefined}
          aria-describedby={form.errors.name ? errorId : undefined}
          className={inputClass}
        />
        <div className="ml-auto flex gap-2">
          <Button size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="small" look="primary" busy={form.busy}>
            Save
          </Button>
        </div>
      </div>
      {form.errors.name && <FieldError id={errorId}>{form.errors.name}</FieldError>}
    </form>
  );
}
