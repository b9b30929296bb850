import { type Command, commands } from "./command-table.ts";

const width = 18;
const row = ([name, meaning]: readonly [name: string, meaning: string]) => `  ${name.padEnd(width)}  ${meaning}`;

/** What `attestory --help` prints: every command in a line. */
export const helpOfAll = (): string =>
  [
    "attestory COMMAND",
    "",
    ...Object.entries(commands).map(([name, { summary }]) => row([name, summary])),
    "",
    row(["help COMMAND", "what a command takes, as COMMAND --help does"]),
    row(["--version", "the version of Attestory"]),
    "",
    "Every command reads the settings of the service from the same environment variables: see README.md.",
  ].join("\n");

/** What `attestory help COMMAND` prints. */
export function helpOf(name: string, { usage, summary, details, options = [] }: Command): string {
  const rows = options.length > 0 ? ["", ...options.map(row)] : [];
  return [
    `attestory ${name} ${usage}`.trimEnd(),
    "",
    `${capitalized(summary)}.`,
    ...(details ? [details] : []),
    ...rows,
  ].join("\n");
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
