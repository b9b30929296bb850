/** @module-tag random */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { accessTable, exceptions, nothingYet, type PrincipalName, principals } from "./access-table.ts";
import { type Answered, call, givenSignedInUser, newPerson, register, signIn } from "./client.ts";
import { declaredRoutes, filled, named } from "./declared-routes.ts";
import { fewOf } from "./few-of.ts";
import { facts, knowingAll } from "./stored-log.ts";

const product = sharedProductScene();
/** The credentials of each principal; all of them must get the same answers. */
const credentials = new Map<PrincipalName, string[]>();
const absent = randomUUID();

const become = async (roles: { isAdmin?: boolean; isDeveloper?: boolean; isPro?: boolean }) => {
  const person = await givenSignedInUser(product.url);
  const data = { userId: person.id, isAdmin: false, isDeveloper: false, isPro: false, ...roles };
  await product.happened(userStream(person.id), { type: "RolesChanged", data });
  return { ...person, tokens: [person.token, await signIn(product.url, person)] };
};

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Access tokens in the format of RFC 9068 for that user, signed in every way that an attacker can. */
const accessTokens = (sub: string) => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: product.url,
    sub,
    aud: product.url,
    client_id: randomUUID(),
    scope: "openid profile email",
  };
  const body = base64url({
    ...claims,
    iat: now,
    exp: now + 3600,
    jti: randomUUID(),
    isAdmin: true,
    roles: ["admin"],
  });
  const signed = (alg: string, signature: string) =>
    `${base64url({ typ: "at+jwt", alg, kid: "1" })}.${body}.${signature}`;
  const input = `${base64url({ typ: "at+jwt", alg: "HS256", kid: "1" })}.${body}`;
  const hmac = createHmac("sha256", "secret").update(input).digest("base64url");
  return [signed("none", ""), signed("HS256", hmac), signed("RS256", randomBytes(256).toString("base64url"))];
};

beforeAll(async () => {
  const user = await givenSignedInUser(product.url);
  const admin = await become({ isAdmin: true, isDeveloper: true, isPro: true });
  const inactive = [await become({}), await become({ isAdmin: true })];
  for (const { id } of inactive) {
    await product.happened(userStream(id), { type: "UserDeactivated", data: { userId: id } });
  }
  const [, sessionId, secret] = admin.token.split("_");
  const keyLike = (prefix: string) => [
    `${prefix}_${sessionId}_${secret}`,
    `${prefix}_${sessionId}_${secret}deadbeef`,
    `${prefix}_${randomUUID()}_${randomBytes(32).toString("base64url")}`,
  ];
  credentials.set("anonymous", []);
  credentials.set("pending", [(await register(product.url, newPerson())).token]);
  credentials.set("user", [user.token, await signIn(product.url, user, { rememberMe: true })]);
  credentials.set("developer", (await become({ isDeveloper: true })).tokens);
  credentials.set("pro", (await become({ isPro: true })).tokens);
  credentials.set("admin", admin.tokens);
  credentials.set(
    "inactive",
    inactive.flatMap(({ tokens }) => tokens),
  );
  credentials.set("api-key", keyLike("atk"));
  credentials.set("oauth-token", [...accessTokens(admin.id), ...keyLike("atr"), ...keyLike("atc")]);
});

/** Every way to send each credential in headers. */
const shown = (name: PrincipalName): Record<string, string>[] => {
  const tokens = credentials.get(name) ?? [];
  if (tokens.length === 0) return [{}];
  return tokens.flatMap((token) => [
    { authorization: `Bearer ${token}` },
    { cookie: `__Host-session=${token}`, origin: product.url },
  ]);
};

const codes: Record<number, string> = {
  400: "invalid_fields",
  401: "not_signed_in",
  403: "forbidden",
  404: "not_found",
};

it("AC-01 has no exception for a call that is not there, and documents exactly the calls for anyone as open", {
  tags: ["embedded/dev-inbox"],
}, async () => {
  const table = accessTable(await declaredRoutes(product.url)).map(([route]) => named(route));
  expect(table).toEqual(expect.arrayContaining(Object.keys(exceptions)));
  expect(new Set(table).size).toBe(table.length);
  const open = (await declaredRoutes(product.url)).filter((route) => route.open).map(named);
  const anyone = Object.keys(exceptions).filter((route) => ["anyone", "client"].includes(exceptions[route] ?? ""));
  // The OpenAPI document does not list itself.
  expect([...open, "GET /openapi.json"].toSorted()).toEqual(anyone.toSorted());
});

/** Of the calls of the OAuth protocol (RFC 6749 section 5.2). */
const oauthErrors: Record<number, readonly string[]> = {
  400: ["invalid_request"],
  401: ["invalid_token", "invalid_client"],
};

const codeOf = (name: PrincipalName, status: number, route: string) => {
  if (status === 404 && route in nothingYet) return nothingYet[route];
  return status === 403 && name === "pending" ? "email_not_verified" : codes[status];
};

const expectRefusal = (code: string | undefined, { status, body }: Answered, label: string) => {
  if ("error" in body) {
    expect(Object.keys(body).toSorted(), label).toEqual(["error", "error_description"]);
    expect(oauthErrors[status], label).toContain(body.error);
    return;
  }
  expect(body.code, label).toBe(code);
  const names = Object.keys(body).toSorted();
  expect(names, label).toEqual(status === 400 ? ["code", "fields", "message"] : ["code", "message"]);
};

/** Reads that the log records: of a secret that is shown, and of a backup. */
const recordedReads = new Set(["TotpSetUpStarted", "ExportTaken", "PersonalDataDownloaded"]);
/** What the requests must not add to. */
const decided = async () => (await facts(product)).filter(({ type }) => !recordedReads.has(type));

it.each(principals)("AC-01 answers %s on every call as the access table says", async (name) => {
  const before = (await decided()).length;
  const position = await knowingAll(product);
  for (const [at, [route, row]] of accessTable(await declaredRoutes(product.url)).entries()) {
    const { method, path } = route;
    const credentials = shown(name);
    // Every call is tried with at least one of them.
    for (const credential of fewOf(credentials, Math.min(3, credentials.length), at)) {
      const headers = { ...credential, ...position };
      const asking = { headers, ...(method !== "GET" && { body: { unknown: 1 } }) };
      const answer = await call(product.url, `${method} ${filled(path, absent)}`, asking);
      const label = `${name} ${named(route)} ${JSON.stringify(headers)}: ${JSON.stringify(answer.body)}`;
      expect(answer.status, label).toBe(row[name]);
      if (answer.status !== 200) expectRefusal(codeOf(name, answer.status, named(route)), answer, label);
    }
  }
  expect((await decided()).length).toBe(before);
});

it("AC-01 shows each principal only its own account and roles", async () => {
  for (const name of ["pending", "user", "developer", "pro", "admin"] as const) {
    for (const headers of shown(name)) {
      const { body } = await call(product.url, "GET /api/auth/me", { headers });
      const all = name === "admin";
      expect(body.user).toMatchObject({
        emailVerified: name !== "pending",
        isAdmin: all,
        isDeveloper: all || name === "developer",
        isPro: all || name === "pro",
        isActive: true,
      });
    }
  }
});
