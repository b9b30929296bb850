import { type FormEvent, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";

/** As the field has it: without a zone, in the reader's time. Empty: no moment. */
export function momentText(moment: Date | null): string {
  if (moment === null) return "";
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

interface MomentFieldProps {
  text: string;
  onText: (text: string) => void;
  /** Whether the text is what was checked. */
  isChecked: boolean;
  onCheck: (until: Date | null) => void;
}

/** Restores what a backup has until a moment, for data that was damaged later. Each choice is checked again. */
export function MomentField({ text, onText, isChecked, onCheck }: MomentFieldProps) {
  const [open, setOpen] = useState(text !== "");
  const [error, setError] = useState<string>();
  if (!open) {
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          Restore to an earlier moment
        </Button>
      </div>
    );
  }
  const check = (event: FormEvent) => {
    event.preventDefault();
    if (isChecked) setError("Choose another day and time.");
    else onCheck(text === "" ? null : new Date(text));
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={check}>
      <TextField
        label="Restore only what was recorded until"
        name="until"
        type="datetime-local"
        step={1}
        value={text}
        onChange={({ target }) => {
          onText(target.value);
          setError(undefined);
        }}
        hint={isChecked ? "In your time zone. Empty: everything in the backup." : "Check again before you import."}
        error={error}
      />
      <div>
        <Button size="small" type="submit">
          Check again
        </Button>
      </div>
    </form>
  );
}
