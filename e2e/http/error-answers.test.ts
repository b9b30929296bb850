/** @module-tag embedded/one-process */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, type Asking, call, givenSignedInUser, newPerson, type Person } from "./client.ts";
import { declaredRoutes, filled } from "./declared-routes.ts";
import { login } from "./limited.ts";

const product = ownProductScene({ RATE_LIMITS: "on", LOG_LEVEL: "silent" });
let person: Person & { token: string; id: string };
beforeAll(async () => {
  // However slow the guesses are here, no delay passes between them.
  product.stopClock();
  person = await givenSignedInUser(product.url);
});

/** Details of the machine, the code, the stores and the dependencies. */
const inside = [
  /\bat (?:async )?[\w.<>]+ ?\(|\bat file:|node:internal|[\w-]\.[jt]s\b|node_modules/,
  /sqlite|sql\b|mongo|redis|\bE11000\b|constraint|BEGIN|SELECT|argon2|\bzod\b|express|pino|lru-cache/i,
  /\b(?:Type|Syntax|Range|Reference|URI|Zod)Error\b|ECONN|ENOENT|EACCES|ERR_[A-Z]/,
  /\bv?\d+\.\d+\.\d+\b/,
  /undefined|\[object /,
];

const problemNames = ({ body }: Answered) => (body.fields ? ["code", "fields", "message"] : ["code", "message"]);
/** RFC 6749 section 5.2. */
const oauthNames = () => ["error", "error_description"];
const forms = {
  problem: { type: "application/problem+json; charset=utf-8", namesOf: problemNames },
  oauth: { type: "application/json; charset=utf-8", namesOf: oauthNames },
};
const formOf = (oauth: boolean) => (oauth ? forms.oauth : forms.problem);

const expectBare = (what: string, answered: Answered, { type, namesOf } = forms.problem) => {
  const { status, headers, body } = answered;
  expect([status >= 400, headers.get("content-type")], what).toEqual([true, type]);
  expect(Object.keys(body).toSorted(), what).toEqual(namesOf(answered));
  const said = `${JSON.stringify(body)}\n${[...headers].map(([name, value]) => `${name}: ${value}`).join("\n")}`;
  for (const pattern of [...inside, product.dataDir, process.cwd()]) expect(said, what).not.toMatch(pattern);
  expect([headers.has("server"), headers.has("x-powered-by")], what).toEqual([false, false]);
};

const post = (path: string, asking: Asking = {}) => call(product.url, `POST ${path}`, asking);
const wrong = { currentPassword: "not it", newPassword: "another passphrase", confirmPassword: "another passphrase" };

const refusals: [what: string, status: number, ask: () => Promise<Answered>][] = [
  ["a body that is no JSON", 400, () => post("/api/auth/login", { body: '{"email": nonsense' })],
  ["a body of another shape", 400, () => post("/api/auth/login", { body: [[["'; DROP TABLE events; --"]]] })],
  [
    "fields that do not fit",
    400,
    () => post("/api/auth/register", { body: { ...newPerson(), email: 7, isAdmin: true } }),
  ],
  [
    "a wrong current password",
    400,
    () => call(product.url, "PUT /api/user/password", { token: person.token, body: wrong }),
  ],
  ["a link that is none", 400, () => call(product.url, "GET /api/auth/verify-email?token=x")],
  ["no session", 401, () => call(product.url, "GET /api/user/sessions")],
  ["a wrong password", 401, () => login(product.url, { ...person, password: "not it" }, { address: "" })],
  ["a write from another site", 403, () => post("/api/auth/logout", { headers: { origin: "https://evil.example" } })],
  ["a path that is none", 404, () => call(product.url, "GET /api/nothing/here.ts")],
  ["a path that cannot be read", 404, () => call(product.url, "GET /api/user/sessions/%ff%fe")],
  [
    "a session that is none",
    404,
    () => call(product.url, `DELETE /api/user/sessions/${randomUUID()}`, { token: person.token }),
  ],
  ["another method", 405, () => call(product.url, "DELETE /api/auth/login")],
  ["an address that is taken", 409, () => post("/api/auth/register", { body: newPerson({ email: person.email }) })],
  ["a body that is too large", 413, () => post("/api/auth/login", { body: { email: "x".repeat(200_000) } })],
  [
    "another content type",
    415,
    () => post("/api/auth/login", { headers: { "content-type": "text/xml" }, body: "<a/>" }),
  ],
  [
    "too many guesses",
    429,
    async () => {
      for (let n = 0; n < 6; n++) await login(product.url, { ...person, password: "not it" }, { address: "" });
      return login(product.url, { ...person, password: "not it" }, { address: "" });
    },
  ],
];

it.each(refusals)("LG-04 reveals no internals: %s", async (what, status, ask) => {
  const answered = await ask();
  expect(answered.status).toBe(status);
  expectBare(what, answered);
});

it("LG-04 reveals no internals on any call, whatever is sent", async () => {
  const routes = (await declaredRoutes(product.url)).filter(({ path }) => path.startsWith("/api/"));
  let refused = 0;
  for (const { method, path, oauth } of routes) {
    const at = filled(path, "%27%20OR%201=1");
    for (const body of method === "GET"
      ? [undefined]
      : ["{", "[]", { "": "\u0000" }, { email: { $gt: "" }, password: 1e308 }]) {
      const answered = await call(product.url, `${method} ${at}?token[]=1&limit=-1`, { token: "ats_x", body });
      if (answered.status < 400) continue;
      refused++;
      expectBare(`${method} ${path} ${JSON.stringify(body)}`, answered, formOf(oauth));
    }
  }
  expect(refused).toBeGreaterThan(20);
});
