import type { Application } from "@attestory/command-api/api-schema";
import { useId } from "react";

export type Kind = Application["type"];

const kinds = [
  { kind: "confidential", name: "Confidential", about: "Runs on a server, which keeps a client secret." },
  { kind: "public", name: "Public", about: "Runs in a browser or on a device. It has no secret and uses PKCE." },
] as const;

/** Whether the application can keep a secret. It cannot be changed later. */
export function ApplicationType({ kind: chosen, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const id = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Type</legend>
      {kinds.map(({ kind, name, about }) => (
        <label
          key={kind}
          className="flex gap-3 rounded-md border border-line-strong px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-tint"
        >
          <input
            type="radio"
            name="type"
            value={kind}
            aria-describedby={`${id}-${kind}`}
            checked={kind === chosen}
            onChange={() => onChange(kind)}
            className="mt-0.5 size-4 flex-none accent-(--accent)"
          />
          <span className="grid">
            <span className="font-medium">{name}</span>
            <span id={`${id}-${kind}`} className="text-sm text-muted">
              {about}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
