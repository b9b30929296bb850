import { Upload } from "lucide-react";
import { useState } from "react";
import { Alert } from "../../../parts/alert.tsx";

/** Where a backup is chosen or dropped. The field lies over all of it, because the browser accepts what is dropped there. */
export function ChooseFile({ onChosen }: { onChosen: (file: File) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = faultOf(file);
    setFault(found);
    if (found === null) onChosen(file);
  };
  return (
    <div className="grid gap-3">
      <div className="relative grid justify-items-center gap-1 rounded-md border border-dashed border-field bg-sunken px-4 py-8 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <Upload aria-hidden="true" className="mb-2 size-5 text-muted" />
        <label htmlFor="backup" className="font-medium">
          Choose a .sql file or drop it here
        </label>
        <p id="backup-hint" className="text-sm text-muted">
          It is checked first. Nothing changes before you say so.
        </p>
        <input
          id="backup"
          type="file"
          accept=".sql"
          aria-describedby="backup-hint"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </div>
      {fault && (
        <Alert kind="danger" role="alert">
          {fault}
        </Alert>
      )}
    </div>
  );
}

function faultOf({ name, size }: File): string | null {
  if (!name.toLowerCase().endsWith(".sql")) return "The name of a backup ends in .sql. Choose another file.";
  return size === 0 ? "This file is empty. Choose another file." : null;
}
