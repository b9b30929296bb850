import { fail } from "@attestory/runtime/command-line/fail.ts";
import { nearestName } from "@attestory/runtime/command-line/nearest-name.ts";

export type Subcommand = (args: string[], environment: NodeJS.ProcessEnv) => Promise<void>;

/** Runs the subcommand that the first argument names, such as `list` of `users list`. */
export async function runSubcommand(
  command: string,
  subcommands: Readonly<Record<string, Subcommand>>,
  { args, environment }: { args: string[]; environment: NodeJS.ProcessEnv },
): Promise<void> {
  const [name, ...others] = args;
  const names = Object.keys(subcommands);
  const run = name !== undefined && Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (run) return run(others, environment);
  const nearest = name === undefined ? null : nearestName(name, names);
  const meant = nearest === null ? "" : `; did you mean "${command} ${nearest}"?`;
  return fail(64, `${command} takes ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}${meant}`);
}
