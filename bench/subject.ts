import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { givenSignedInUser } from "@attestory/e2e/http/client.ts";
import { freePort, main, nodeOptions, startAsOperator } from "@attestory/e2e/start-stack.ts";
import { fillFolder } from "./populate/fill-folder.ts";
import { everyonesPassword, inventedPerson } from "./populate/invented-person.ts";
import { type Server, startServer } from "./processes.ts";

/** The product as it runs in production, with one verified member who is signed in. */
export interface Subject {
  url: string;
  token: string;
  email: string;
  password: string;
  /** What the other people sign in with. */
  logins: { email: string; password: string }[];
  logFile: string;
  folder: string;
  /** The master key. */
  key: Buffer;
  /** @param program of another checkout, if it is not the one of this */
  start(program?: string): Promise<Server>;
  remove(): void;
}

/** People enough to sign in for minutes without reaching the limit of right passwords. */
export const crowd = 500;
const seed = "attestory";

/**
 * `overrides` overrides settings of the production environment.
 * @param people the number of other people who have accounts
 */
export async function prepareSubject(overrides: Record<string, string> = {}, people = 0): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const port = await freePort();
  const key = randomBytes(32);
  const env = { MASTER_KEY: key.toString("base64") };
  // No measurement requests an email with this setting, so the mail server need not exist.
  const mail = { SMTP_URL: "smtp://127.0.0.1:1" };
  const dataDir = join(folder, "data");
  if (people > 0) {
    await fillFolder({ folder: dataDir, users: people, seed, key });
  }
  const logins = Array.from({ length: people }, (_, number) => inventedPerson(seed, number))
    .filter(({ verified }) => verified)
    .map(({ email }) => ({ email, password: everyonesPassword }));
  const stack = await startAsOperator(env, dataDir, { port });
  const { email, password, token } = await givenSignedInUser(stack.url);
  await stack.stop();
  const url = `http://localhost:${port}`;
  const production = {
    ...env,
    ...mail,
    NODE_ENV: "production",
    NODE_OPTIONS: nodeOptions,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    TRUST_PROXY: "1",
    ...overrides,
  };
  const logFile = join(folder, "attestory.log");
  return {
    url,
    token,
    email,
    password,
    logins,
    logFile,
    folder,
    key,
    start: (program = main) => startServer({ program, env: production, url: `${url}/health/ready`, logFile }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
