/** @module-tag embedded/one-process */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { runInProcess } from "@attestory/standalone/testing/run-in-process.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { asserted, givenKeys } from "./application-keys.ts";
import { redirectUri } from "./applications.ts";
import { queryOf } from "./authorizations.ts";
import { call, emailTo, givenSignedInUser, givenUnverifiedUser, newPerson, signIn } from "./client.ts";
import { knowingAll } from "./stored-log.ts";
import { askToken } from "./token-calls.ts";

const dataDir = temporaryFolder();
let product: Awaited<ReturnType<typeof startInProcess>>;
let url: string;
beforeAll(async () => {
  product = await startInProcess({ DATA_DIR: dataDir });
  ({ url } = product);
});
afterAll(() => product?.remove());

const attestory = (...args: string[]) => runInProcess(args, { DATA_DIR: dataDir, PUBLIC_URL: url, NODE_ENV: "test" });
const refused = async (code: number, ...args: string[]): Promise<string> => {
  const outcome = await attestory(...args);
  expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
  expect(outcome.stderr).toMatch(/^attestory: .*\n$/);
  return outcome.stderr;
};
const listed = async (...args: string[]) => JSON.parse((await attestory(...args, "--json")).stdout);

describe("accounts by the command line, beside the running service", () => {
  it("U12 makes an account whose owner sets the password by the printed link, which is that of the email", async () => {
    const person = newPerson();
    const { email, password } = person;
    const { code, stdout } = await attestory(
      "users",
      "create",
      email,
      "--username",
      "made.here",
      "--first-name",
      "Ada",
    );
    expect(code).toBe(0);
    const [link = ""] = stdout.split("\n");
    expect((await emailTo(url, email, "Choose a password")).text).toContain(link);
    const token = new URL(link).searchParams.get("token");
    const body = { token, newPassword: password, confirmPassword: password };
    expect((await call(url, "POST /api/auth/reset-password", { body })).status).toBe(200);
    const session = await signIn(url, person);
    const { user } = (await call(url, "GET /api/auth/me", { token: session })).body;
    expect(user).toMatchObject({ email, username: "made.here", firstName: "Ada", lastName: null, emailVerified: true });
    expect(await refused(1, "users", "create", email, "--username", "another")).toContain("already has an account");
    expect(await refused(1, "users", "create", newPerson().email, "--username", "made.here")).toContain("is taken");
  });

  it("U12 lists accounts, also by the beginning of a text", async () => {
    const { email, username } = await givenUnverifiedUser(url);
    expect(await listed("users", "list", email)).toEqual([
      expect.objectContaining({ email, username, isActive: true }),
    ]);
    expect((await attestory("users", "list", email)).stdout).toMatch(
      new RegExp(`^${email} +${username} .*unverified\n$`),
    );
    expect((await listed("users", "list")).length).toBeGreaterThan(1);
    expect(await listed("users", "list", "nobody-is-called-this")).toEqual([]);
  });

  it("U12 deactivates an account, which ends its sessions, but not the last admin", async () => {
    const [admin, user] = [await givenSignedInUser(url), await givenSignedInUser(url)];
    expect((await attestory("grant-admin", admin.email)).code).toBe(0);
    expect((await attestory("users", "deactivate", user.email)).code).toBe(0);
    const me = { token: user.token, headers: await knowingAll(product) };
    expect((await call(url, "GET /api/auth/me", me)).status).toBe(401);
    expect(await refused(1, "users", "deactivate", user.email)).toContain("no active account has this address");
    expect(await refused(1, "users", "deactivate", admin.email)).toContain("the last active admin");
  });

  it("U12 registers an application for a verified account, and lists it without its secret", async () => {
    const { email, username } = await givenSignedInUser(url);
    const create = ["apps", "create", "Shop", "--owner", email, "--redirect-uri", redirectUri];
    const returnTo = "https://shop.example.com/signed-out";
    const { clientId, clientSecret } = await listed(...create, "--post-logout-redirect-uri", returnTo);
    const logout = queryOf({ client_id: clientId, post_logout_redirect_uri: returnTo });
    expect((await call(url, `GET /api/oauth/end_session?${logout}`)).headers.get("location")).toBe(returnTo);
    const basic = { clientId, clientSecret };
    expect((await askToken(url, { grant_type: "client_credentials" }, { basic })).status).toBe(200);
    const { stdout } = await attestory("apps", "list", "--json");
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ clientId, name: "Shop", owner: expect.objectContaining({ username }) }),
    ]);
    expect(stdout).not.toContain(clientSecret);
    expect((await attestory(...create, "--public")).stdout).toMatch(/^client id {6}\S+\nregistered the application\n$/);
    const unverified = await givenUnverifiedUser(url);
    expect(await refused(1, ...create.with(4, unverified.email))).toContain(
      "--owner: the address of this account is not",
    );
  });

  it("U12 registers an application without a secret by its public keys, and requires DPoP", async () => {
    const { email } = await givenSignedInUser(url);
    const { jwk, sign } = await givenKeys("ES256", "2026-11");
    const file = join(dataDir, "keys.json");
    writeFileSync(file, JSON.stringify({ keys: [jwk] }));
    const create = ["apps", "create", "Shop", "--owner", email, "--redirect-uri", redirectUri];
    const own = await listed(...create, "--public-keys", file);
    const strict = await listed(...create, "--public-keys", file, "--require-dpop");
    const ask = async ({ clientId }: { clientId: string }) => {
      const iat = Math.floor(Date.now() / 1000);
      const claims = { iss: clientId, sub: clientId, aud: url, jti: crypto.randomUUID(), iat, exp: iat + 60 };
      return askToken(url, { grant_type: "client_credentials", client_id: clientId, ...asserted(await sign(claims)) });
    };
    expect([own.clientSecret, (await ask(own)).status]).toEqual([null, 200]);
    const description = expect.stringContaining("DPoP");
    expect(await ask(strict)).toMatchObject({ status: 400, body: { error_description: description } });
    expect(await refused(1, ...create, "--public-keys", file, "--public")).toContain("leave out --public");
    writeFileSync(file, JSON.stringify({ keys: [{ ...jwk, d: "secret" }] }));
    expect(await refused(64, ...create, "--public-keys", file)).toContain("--public-keys: This belongs to a private");
    expect(await refused(64, ...create, "--public-keys", `${file}x`)).toContain("keys.jsonx is no readable JSON file");
  });

  it("U12 says what is wrong with the input, by the name of its argument", async () => {
    expect(await refused(64, "users", "create", "nobody")).toContain(
      "EMAIL: Invalid email address: users create EMAIL",
    );
    expect(await refused(64, "users", "creat", "nobody")).toContain('did you mean "users create"?');
    expect(await refused(64, "apps", "create", "Shop", "--owner", "a@example.com")).toContain("--redirect-uri URI");
    const create = ["apps", "create", "Shop", "--owner", "a@example.com", "--redirect-uri"];
    expect(await refused(64, ...create, "http://example.com")).toContain("--redirect-uri: Begin with https");
    const wrong = [...create, redirectUri, "--post-logout-redirect-uri", "no address"];
    expect(await refused(64, ...wrong)).toContain("--post-logout-redirect-uri: ");
    expect(await refused(1, ...create, redirectUri)).toContain("--owner: no active account has this address");
  });
});

it("U12 lists accounts while the service is stopped, and says that the newest changes are missing", async () => {
  const { email } = newPerson();
  await product.remove();
  const before = await attestory("users", "list");
  expect(before).toMatchObject({ code: 0, stderr: "" });
  expect((await attestory("users", "create", email, "--username", "made.later")).code).toBe(0);
  const { stdout, stderr } = await attestory("users", "list");
  expect(stdout).toBe(before.stdout);
  expect(stderr).toMatch(/^attestory: warning: the newest changes are not in this list yet: .*\n$/);
});
