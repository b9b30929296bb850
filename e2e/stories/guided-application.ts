import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { type Developer, registerApplication } from "../http/applications.ts";
import { answerIn, Visitor } from "../http/authorizations.ts";
import { CookieJar } from "../http/browser.ts";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** A folder with these files, and the modules of this repository. */
export class GuidedApplication {
  readonly folder = mkdtempSync(join(tmpdir(), "attestory-guide-"));
  #child: ChildProcess | null = null;
  output = "";

  constructor(files: Readonly<Record<string, string>>) {
    symlinkSync(modules, join(this.folder, "node_modules"));
    for (const [name, text] of Object.entries({ "package.json": '{"type":"module"}', ...files })) {
      const file = join(this.folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    const child = spawn(command, args, { cwd: this.folder, env: { PATH: process.env.PATH, ...env } });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (this.output += text));
    this.#child = child;
  }

  write(text: string): void {
    this.#child?.stdin?.write(text);
  }

  /** The first part of its output that matches. */
  async says(wanted: RegExp): Promise<string> {
    for (const until = performance.now() + 30_000; performance.now() < until; await wait(20)) {
      const found = wanted.exec(this.output);
      if (found) return found[1] ?? found[0];
    }
    throw new Error(`it never said ${wanted}:\n${this.output}`);
  }

  remove(): void {
    this.#child?.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A browser at the application, which keeps its cookies. */
export class AtApplication {
  readonly #jar = new CookieJar();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, this.#origin);
    const headers = { cookie: this.#jar.header, ...init.headers };
    for (const until = performance.now() + 30_000; ; await wait(50)) {
      const response = await fetch(url, { redirect: "manual", ...init, headers }).catch((error) => {
        // It is still starting.
        if (performance.now() > until) throw error;
        return null;
      });
      if (!response) continue;
      this.#jar.keep(response);
      return response;
    }
  }
}

/** Authorizes what this address of the service asks. Returns where the browser goes next. */
export async function authorizes(visitor: Visitor, address: string): Promise<string> {
  if (!URL.canParse(address)) throw new Error(`no address of the service, but: ${address}`);
  const url = new URL(address);
  const page = await visitor.open(`${url.pathname}${url.search}`);
  if (page.status !== 200) throw new Error(`${address} was answered ${page.status}: ${page.body}`);
  const { body } = await visitor.consent(answerIn(address));
  return body.redirectUrl;
}

const person = { firstName: "Juniper", lastName: "Hale" };

/** Registers an application, and reads the files of its guide in the portal as their reader does. */
export async function guided(
  page: Page,
  developer: Developer,
  { framework, url, ...said }: { framework: string; url: string } & Record<string, unknown>,
) {
  const application = await registerApplication(url, { developer, ...said });
  await page.goto(`/dashboard/developer?app=${application.id}&code=${framework}`);
  const regions = page.getByRole("region", { name: /^the file / });
  await regions.filter({ hasText: application.clientId }).first().waitFor();
  const files: Record<string, string> = {};
  for (const region of await regions.all()) {
    const file = (await region.getAttribute("aria-label"))?.replace("the file ", "") ?? "";
    files[file] = (await region.textContent()) ?? "";
  }
  return { application, files };
}

/** A program of these files, which ends with the test. */
export function running(files: Readonly<Record<string, string>>): GuidedApplication {
  const application = new GuidedApplication(files);
  onTestFinished(() => application.remove());
  return application;
}

/** A browser in which the developer is signed in, who has a name. */
export async function signedIn(url: string, developer: Developer): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.signIn(developer);
  await visitor.call("PUT /api/user/profile", person);
  return visitor;
}

/** The environment of a guided program. */
export const secrets = (clientSecret: string | null) => ({
  CLIENT_SECRET: clientSecret ?? "",
  SESSION_SECRET: "a secret of thirty-two characters",
});
