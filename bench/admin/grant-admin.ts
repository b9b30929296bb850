import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const cli = fileURLToPath(new URL("../../standalone/src/cli.js", import.meta.url));

/** Makes the account of the address an admin, whether or not the service runs. `env`: that of the service. */
export async function grantAdmin(env: Record<string, string>, email: string): Promise<void> {
  // Production asks for a mail server, which this command does not need.
  const asked = { ...env, PATH: process.env.PATH, NODE_ENV: "test" };
  await promisify(execFile)(process.execPath, [cli, "grant-admin", email], { env: asked });
}
