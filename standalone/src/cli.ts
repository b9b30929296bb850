// Imported here too: some Node versions load TypeScript but are too old.
import "./require-node.js";
import { runCommand } from "./commands/run-command.ts";

// Only the owner can read or write the files that a command creates: a rebuild creates a file of personal data.
process.umask(0o077);

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));

await runCommand(process.argv.slice(2), process.env, { isOwnProcess: true });
