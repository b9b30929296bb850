import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { givenSignedInUser } from "@attestory/e2e/http/client.ts";
import { freePort, main, startAsOperator } from "@attestory/e2e/start-stack.ts";
import { type Server, startServer } from "./processes.ts";

/** The product as it runs in production, with one verified member who is signed in. */
export interface Subject {
  url: string;
  token: string;
  email: string;
  password: string;
  logFile: string;
  folder: string;
  start(): Promise<Server>;
  remove(): void;
}

/** `overrides` overrides settings of the production environment. */
export async function prepareSubject(overrides: Record<string, string> = {}): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const port = await freePort();
  const env = { MASTER_KEY: randomBytes(32).toString("base64") };
  // No measurement requests an email with this setting, so the mail server need not exist.
  const mail = { SMTP_URL: "smtp://127.0.0.1:1" };
  const dataDir = join(folder, "data");
  const stack = await startAsOperator(env, dataDir, { port });
  const { email, password, token } = await givenSignedInUser(stack.url);
  await stack.stop();
  const url = `http://localhost:${port}`;
  const production = {
    ...env,
    ...mail,
    NODE_ENV: "production",
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ...overrides,
  };
  const logFile = join(folder, "attestory.log");
  return {
    url,
    token,
    email,
    password,
    logFile,
    folder,
    start: () => startServer({ program: main, env: production, url: `${url}/health/ready`, logFile }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
