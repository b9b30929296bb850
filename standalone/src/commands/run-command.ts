import { fail } from "@attestory/http/routing/fail.ts";

type Run = (args: string[], environment: NodeJS.ProcessEnv) => Promise<unknown>;

/** Each command is loaded only when it is run. */
const commands: Record<string, { description: string; run: Run }> = {
  start: { description: "run the service until a signal, as npm start does", run: () => import("../main.js") },
  rebuild: {
    description:
      "rebuild [projection] [--roll-back]: build read models again from the log, or return to the previous build",
    run: async (args, environment) => (await import("./rebuild.ts")).rebuildCommand(args, environment),
  },
  reservations: {
    description: "list the addresses and usernames whose reservation could not be settled in a day",
    run: async (args, environment) => (await import("./reservations.ts")).reservationsCommand(args, environment),
  },
  "admin-link": {
    description:
      "print a link whose opener becomes the first admin; works once, for 15 minutes, while there is no admin",
    run: async (args, environment) => (await import("./admin.ts")).adminCommand("admin-link", args, environment),
  },
  "grant-admin": {
    description: "grant-admin EMAIL: make the account with this verified address an admin",
    run: async (args, environment) => (await import("./admin.ts")).adminCommand("grant-admin", args, environment),
  },
  rescue: {
    description:
      "rescue EMAIL: print a link that sets a new password or removes lost second factors; works once, for 15 minutes",
    run: async (args, environment) => (await import("./admin.ts")).adminCommand("rescue", args, environment),
  },
  export: {
    description: "export [FILE] [--keys=separate]: write a backup; the service may run meanwhile",
    run: async (args, environment) => (await import("./export.ts")).exportCommand(args, environment),
  },
  import: {
    description:
      "import FILE [KEYFILE] [--until TIME] [--dry-run] [--foreign] [--without-admin]: check a backup and make it the service's data; the service must be stopped",
    run: async (args, environment) => (await import("./import.ts")).importCommand(args, environment),
  },
  generations: {
    description:
      "generations [activate N | remove N --yes]: list what earlier imports kept, go back to it, or delete it",
    run: async (args, environment) => (await import("./generations.ts")).generationsCommand(args, environment),
  },
  openapi: {
    description: "print the OpenAPI document of every call",
    run: async () => (await import("./openapi.ts")).openapiCommand(),
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

/** `npx attestory <command>` */
export async function runCommand(
  [name = "--help", ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === "--help" || args.includes("--help")) {
    process.stdout.write(`${help()}\n`);
  } else if (command) {
    await command.run(args, environment);
  } else {
    fail(64, `there is no command "${name}"; there are ${Object.keys(commands).join(", ")}`);
  }
}
