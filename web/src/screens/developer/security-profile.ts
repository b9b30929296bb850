import type { Application } from "@attestory/http/routing/application-schema.ts";
import { type ProtectionState, protections, type SignInUses, type StrictSettings } from "./security-protections.ts";

export interface ProfileRow {
  name: string;
  state: ProtectionState;
  /** What is known of this application; null if the state says it all. */
  note: string | null;
  why: string;
}

/** One setting that the switch would change. `warning`: what it would break, as far as the log knows. */
export interface ProfileChange {
  /** A sentence. */
  becomes: string;
  warning: string | null;
}

export interface SecurityProfile {
  rows: readonly ProfileRow[];
  /** Every row is required. */
  isStrict: boolean;
  /** What the developer has to do before the switch can be turned on. */
  missing: readonly string[];
  changes: readonly ProfileChange[];
  settings: StrictSettings;
}

/** What an application is protected by, what it could be, and what the switch would change. `uses`: null if not known. */
export function securityProfileOf(application: Application, uses: SignInUses | null): SecurityProfile {
  const judged = protections.map(({ judge, ...protection }) => ({ ...protection, ...judge(application, uses) }));
  const open = judged.filter(({ state }) => state !== "required");
  const set = open.flatMap(({ strict, warning = null }) => (strict ? [{ ...strict, warning }] : []));
  return {
    rows: judged.map(({ name, why, state, note = null }) => ({ name, why, state, note })),
    isStrict: open.length === 0,
    missing: open.flatMap(({ missing }) => missing ?? []),
    changes: set.map(({ becomes, warning }) => ({ becomes, warning })),
    settings: Object.assign({}, ...set.map(({ settings }) => settings)),
  };
}
