import { fail } from "@attestory/runtime/command-line/fail.ts";
import { nearestName } from "@attestory/runtime/command-line/nearest-name.ts";

export type RunPart = (args: string[], environment: NodeJS.ProcessEnv) => Promise<void>;

/** Runs the part of a command that its first argument names, such as `list` of `users list`. */
export async function runPart(
  command: string,
  parts: Readonly<Record<string, RunPart>>,
  { args, environment }: { args: string[]; environment: NodeJS.ProcessEnv },
): Promise<void> {
  const [name, ...others] = args;
  const names = Object.keys(parts);
  const part = name !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (part) return part(others, environment);
  const nearest = name === undefined ? null : nearestName(name, names);
  const meant = nearest === null ? "" : `; did you mean "${command} ${nearest}"?`;
  return fail(64, `${command} takes ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}${meant}`);
}
