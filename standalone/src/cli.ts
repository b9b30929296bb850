// Imported here too: some Node versions load TypeScript but are too old.
import "./require-node.js";
import { fail } from "@attestory/http/routing/fail.ts";

// Only the owner can read or write the files that a command creates: a rebuild creates a file of personal data.
process.umask(0o077);

/** `npx attestory <command>`. Each command is loaded only when it is run. */
const commands: Record<string, { description: string; run: (args: string[]) => Promise<unknown> }> = {
  start: { description: "run the service until a signal, as npm start does", run: () => import("./main.js") },
  rebuild: {
    description:
      "rebuild [projection] [--roll-back]: build read models again from the log, or return to the previous build",
    run: async (args) => (await import("./commands/rebuild.ts")).rebuildCommand(args, process.env),
  },
  reservations: {
    description: "list the addresses and usernames whose reservation could not be settled in a day",
    run: async (args) => (await import("./commands/reservations.ts")).reservationsCommand(args, process.env),
  },
  "admin-link": {
    description:
      "print a link whose opener becomes the first admin; works once, for 15 minutes, while there is no admin",
    run: async (args) => (await import("./commands/admin.ts")).adminCommand("admin-link", args, process.env),
  },
  "grant-admin": {
    description: "grant-admin EMAIL: make the account with this verified address an admin",
    run: async (args) => (await import("./commands/admin.ts")).adminCommand("grant-admin", args, process.env),
  },
  rescue: {
    description:
      "rescue EMAIL: print a link that sets a new password or removes lost second factors; works once, for 15 minutes",
    run: async (args) => (await import("./commands/admin.ts")).adminCommand("rescue", args, process.env),
  },
  export: {
    description: "export [FILE] [--keys=separate]: write a backup; the service may run meanwhile",
    run: async (args) => (await import("./commands/export.ts")).exportCommand(args, process.env),
  },
  import: {
    description:
      "import FILE [KEYFILE] [--until TIME] [--dry-run] [--foreign] [--without-admin]: check a backup and make it the service's data; the service must be stopped",
    run: async (args) => (await import("./commands/import.ts")).importCommand(args, process.env),
  },
  generations: {
    description:
      "generations [activate N | remove N --yes]: list what earlier imports kept, go back to it, or delete it",
    run: async (args) => (await import("./commands/generations.ts")).generationsCommand(args, process.env),
  },
  openapi: {
    description: "print the OpenAPI document of every call",
    run: async () => (await import("./commands/openapi.ts")).openapiCommand(),
  },
};

const help = () =>
  [
    "attestory <command>",
    "",
    ...Object.entries(commands).map(([name, { description }]) => `  ${name.padEnd(14)}${description}`),
    "",
    "Every command reads the service's environment variables (README.md), and works whether the service runs or not, but for import and a change of\ngenerations, for which it must be stopped.",
  ].join("\n");

const [name = "--help", ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (name === "--help" || args.includes("--help")) {
  process.stdout.write(`${help()}\n`);
} else if (command) {
  await command.run(args);
} else {
  fail(64, `there is no command "${name}"; there are ${Object.keys(commands).join(", ")}`);
}
