import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import openapiTypes, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { newPerson } from "./client.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A program that a developer might write. What it must not be able to write is marked. */
const program = `import createClient from "openapi-fetch";
import type { components, operations, paths } from "./attestory.ts";

type User = components["schemas"]["User"];
export type SignIn = operations["signIn"]["requestBody"]["content"]["application/json"];

const [baseUrl = "", email = "", username = "", password = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });

const registered = await client.POST("/api/auth/register", { body: { email, username, password } });
if (!registered.data) throw new Error(registered.error.message);
const { token } = registered.data;

// @ts-expect-error: the password is missing
const incomplete = await client.POST("/api/auth/login", { body: { email } });
const problem: string | undefined = incomplete.error?.code;

const signedIn = await client.GET("/api/auth/me", { headers: { authorization: \`Bearer \${token}\` } });
const user: User | undefined = signedIn.data?.user;

const unknown = await client.DELETE("/api/user/sessions/{id}", {
  params: { path: { id: "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701" } },
});
console.log(JSON.stringify({ problem, username: user?.username, verified: user?.emailVerified, status: unknown.response.status }));
`;

const stack = sharedProductScene();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "attestory-client-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const options = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2024",
    types: ["node"],
    skipLibCheck: true,
  };
  const compilerOptions = { ...options, allowImportingTsExtensions: true };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  writeFileSync(join(folder, "program.ts"), program);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("U15 generates a client from the document, which compiles and calls the service", async () => {
  const answered = await fetch(`${stack.url}/openapi.json`);
  writeFileSync(join(folder, "attestory.ts"), astToString(await openapiTypes(await answered.text())));
  const compiled = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch(({ stdout }) => ({ stdout }));
  expect(compiled.stdout).toBe("");

  const { email, username, password } = newPerson();
  const { stdout } = await run(process.execPath, [join(folder, "program.ts"), stack.url, email, username, password]);
  expect(JSON.parse(stdout)).toEqual({ problem: "invalid_fields", username, verified: false, status: 401 });
});
