// Imported here too: some Node versions load TypeScript but are too old.
import "./require-node.js";
import { runCommand } from "./commands/run-command.ts";

// Only the owner can read or write the files that a command creates: a rebuild creates a file of personal data.
process.umask(0o077);

await runCommand(process.argv.slice(2), process.env);
