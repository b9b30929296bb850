import { Badge } from "../../parts/badge.tsx";
import type { ProfileRow } from "./security-profile.ts";
import type { ProtectionState } from "./security-protections.ts";

const states: Record<ProtectionState, { look: "success" | "accent" | "plain"; word: string }> = {
  required: { look: "success", word: "Required" },
  "could-be-required": { look: "accent", word: "Could be required" },
  "used-at-times": { look: "plain", word: "Used at times" },
  "not-used": { look: "plain", word: "Not used" },
  "not-required": { look: "plain", word: "Not required" },
  impossible: { look: "plain", word: "Not possible" },
};

/** Each protection, how the application stands to it, and why it matters. */
export const ProfileRows = ({ rows }: { rows: readonly ProfileRow[] }) => (
  <ul aria-label="Protections" className="grid grid-cols-[minmax(0,1fr)] rounded-md border border-line">
    {rows.map(({ name, state, note, why }) => (
      <li key={name} className="px-4 py-3 not-first:border-t not-first:border-line">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 className="font-medium">{name}</h3>
          <Badge look={states[state].look}>{states[state].word}</Badge>
        </div>
        {note && <p className="mt-0.5 text-sm wrap-anywhere">{note}</p>}
        <p className="mt-0.5 text-sm text-muted">{why}</p>
      </li>
    ))}
  </ul>
);
