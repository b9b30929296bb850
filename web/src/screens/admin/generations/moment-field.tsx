import { type FormEvent, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";

/** As the field has it: without a zone, in the reader's time. Empty: no moment. */
export function momentText(moment: Date | null): string {
  if (moment === null) return "";
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

const momentIn = (text: string): Date | null => (text === "" ? null : new Date(text));

/** Whether this is the moment. A browser leaves out seconds that are zero. */
export const isMoment = (text: string | null, moment: Date | null): boolean =>
  text !== null && momentIn(text)?.getTime() === moment?.getTime();

interface MomentFieldProps {
  /** Null: it was begun, and is not complete. */
  text: string | null;
  onText: (text: string | null) => void;
  /** Whether the text is what was checked. */
  isChecked: boolean;
  onCheck: (until: Date | null) => void;
}

/** The browser gives an empty text for what is not complete, which would mean everything. */
const textIn = (input: HTMLInputElement): string | null => (input.validity.badInput ? null : input.value);

/** Restores what a backup has until a moment, for data that was damaged later. Each choice is checked again. */
export function MomentField({ text, onText, isChecked, onCheck }: MomentFieldProps) {
  const [open, setOpen] = useState(text !== "");
  const [isSame, setIsSame] = useState(false);
  if (!open) {
    return (
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          Restore to an earlier moment
        </Button>
      </div>
    );
  }
  const take = (input: HTMLInputElement) => {
    onText(textIn(input));
    setIsSame(false);
  };
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChecked) setIsSame(true);
    else if (text !== null) onCheck(momentIn(text));
  };
  const fault = text === null ? "Complete the day and the time." : isSame ? "Choose another day and time." : undefined;
  return (
    <form noValidate className="grid gap-3" onSubmit={check}>
      <TextField
        label="Restore only what was recorded until"
        name="until"
        type="datetime-local"
        step={1}
        value={text ?? ""}
        onChange={({ target }) => take(target)}
        // Nothing changes for the browser while it is not complete.
        onBlur={({ target }) => take(target)}
        hint={isChecked ? "In your time zone. Empty: everything in the backup." : "Check again before you import."}
        error={fault}
      />
      <div>
        <Button size="small" type="submit">
          Check again
        </Button>
      </div>
    </form>
  );
}
