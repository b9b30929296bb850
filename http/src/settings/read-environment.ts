import type { z } from "zod";
import { leftoverFault } from "./leftover-fault.ts";
import { mistypedSettings } from "./mistyped-settings.ts";
import { receivedValue } from "./received-value.ts";

/** An object, so that its variables' names are known. */
export type EnvironmentSchema<Parsed> = z.ZodType<Parsed> & { shape: object };

/** `warnings`: lines about variables that are probably mistyped settings. In production they are faults. */
export type ReadEnvironment<Parsed> = { parsed: Parsed; warnings: string[] } | { faults: string[] };

/** Reads the environment and reports every fault by the variable's name. An empty variable counts as absent. */
export function readEnvironment<Parsed>(
  environment: NodeJS.ProcessEnv,
  schema: EnvironmentSchema<Parsed>,
  contradictions: (given: Record<string, string>) => Iterable<string>,
): ReadEnvironment<Parsed> {
  const present = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const names = Object.keys(schema.shape);
  const result = schema.safeParse(present);
  const faults = [...faultsOf(result.error?.issues ?? [], present, names), ...contradictions(present)];
  const mistyped = mistypedSettings(present, names);
  const isRefused = faults.length > 0 || (mistyped.length > 0 && present.NODE_ENV === "production");
  return result.success && !isRefused
    ? { parsed: result.data, warnings: mistyped }
    : { faults: [...faults, ...mistyped] };
}

function faultsOf(
  issues: readonly Pick<z.core.$ZodIssue, "path" | "message">[],
  present: Record<string, string>,
  names: readonly string[],
): string[] {
  // Keeps only the first fault of each variable: the others follow from it.
  const first = new Map<string, string>();
  for (const { path, message } of issues.toReversed()) {
    const name = path.join(".");
    const value = present[name];
    first.set(name, value === undefined ? message : `${message}${receivedValue(name, value)}`);
  }
  for (const name of names) {
    const fault = leftoverFault(present[name] ?? "");
    if (fault !== null) first.set(name, fault);
  }
  return [...first].map(([name, message]) => `${name} ${message}`).toReversed();
}
