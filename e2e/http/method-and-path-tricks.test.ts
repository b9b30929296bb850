/** @module-tag random */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { needsRole } from "./access-table.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { anyOriginPaths } from "./any-origin.ts";
import { call, givenSignedInUser } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, named } from "./declared-routes.ts";
import { fewOf } from "./few-of.ts";
import { facts } from "./stored-log.ts";
import { send } from "./wire.ts";

const stack = sharedProductScene();
let person: Member;
let admin: Member;
let routes: DeclaredRoute[];
const absent = randomUUID();
const known = "GET POST PUT DELETE PATCH HEAD OPTIONS TRACE PROPFIND MKCOL SEARCH LOCK".split(" ");

beforeAll(async () => {
  person = await givenSignedInUser(stack.url);
  admin = await givenAdmin(stack);
  routes = await declaredRoutes(stack.url);
});

const signedIn = ({ token } = person) => ({ authorization: `Bearer ${token}` });
const codeOf = (text: string) => (text === "" ? null : JSON.parse(text).code);
const methodsOf = (path: string) => routes.filter((route) => route.path === path).map(({ method }) => method);
const allPaths = () => [...new Set(routes.map(({ path }) => path))];
/** Calls whose GET changes something. Only a person can decide this. */
const writing = ["auth/verify-email", "auth/2fa/setup", "oauth/authorize", "user/data", "admin/export"];
const writesByGet = writing.map((path) => `/api/${path}`);
/** That of the GET. A GET that changes something is not sent: it has no HEAD. */
const headStatus = async (path: string, asked: string, headers: Record<string, string>): Promise<number> =>
  writesByGet.includes(path) ? 405 : (await send(stack.url, `GET ${asked}`, { headers })).status;
const takesHead = (path: string) => methodsOf(path).includes("GET") && !writesByGet.includes(path);
const allowedAt = (path: string) => [...methodsOf(path), ...(takesHead(path) ? ["HEAD"] : []), "OPTIONS"].toSorted();
const expectNoEvents = async (work: () => Promise<void>) => {
  const before = (await facts(stack)).length;
  await work();
  expect((await facts(stack)).length).toBe(before);
};

/** Never `access-control-allow-credentials`. */
const namesForAnyOrigin = [
  "access-control-allow-origin",
  "access-control-expose-headers",
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-max-age",
];

const corsHeadersOf = (path: string) => (anyOriginPaths.includes(path) ? namesForAnyOrigin : []);

describe("another method", () => {
  it(
    "AC-09 is answered with 405 and the path's methods if undeclared, signed in or not",
    { tags: ["embedded/raw-http"] },
    () =>
      expectNoEvents(async () => {
        const tries = allPaths().flatMap((path) => {
          const allowed = allowedAt(path);
          const others = known.filter((one) => !allowed.includes(one));
          return others.flatMap((method) => [{}, signedIn()].map((headers) => ({ path, method, headers, allowed })));
        });
        for (const { path, method, headers, allowed } of fewOf(tries, 5)) {
          const answer = await send(stack.url, `${method} ${filled(path, absent)}`, { headers });
          expect([answer.status, answer.headers.allow?.split(", ").toSorted()], `${method} ${path}`).toEqual([
            405,
            allowed,
          ]);
          if (method !== "HEAD") expect(answer.text).toMatch(/"code":"method_not_allowed"|"error":"invalid_request"/);
        }
      }),
  );

  it("AC-09 HEAD is guarded like GET and changes nothing", () =>
    expectNoEvents(async () => {
      for (const path of allPaths()) {
        const asked = filled(path, person.token.split("_")[1] ?? "");
        for (const headers of [{}, signedIn()]) {
          const head = await send(stack.url, `HEAD ${asked}`, { headers });
          const due = await headStatus(path, asked, headers);
          expect([head.status, head.text], `HEAD ${path}`).toEqual([due, ""]);
        }
      }
      expect((await call(stack.url, "GET /api/auth/me", { token: person.token })).status).toBe(200);
    }));

  it("AC-09 FE-07 OPTIONS allows other origins only where pages of every origin may read the answer, without credentials", () =>
    expectNoEvents(async () => {
      const preflight = {
        origin: "http://evil.example",
        "access-control-request-method": "DELETE",
        "access-control-request-headers": "authorization, content-type",
        "access-control-request-private-network": "true",
      };
      for (const path of allPaths()) {
        for (const headers of [{}, signedIn(), preflight]) {
          const answer = await send(stack.url, `OPTIONS ${filled(path, absent)}`, { headers });
          expect([answer.status, answer.text]).toEqual([204, ""]);
          const names = Object.keys(answer.headers).filter((name) => name.startsWith("access-control"));
          expect(names, path).toEqual(corsHeadersOf(path));
        }
      }
    }));

  /** Names the route's method in the query and in the header, with each method that its path does not declare. */
  const expectNotOverridden = async ({ method, path }: DeclaredRoute, header: string) => {
    const asked = `${filled(path, absent)}?_method=${method}&X-HTTP-Method-Override=${method}`;
    const headers = { ...signedIn(), [header]: method };
    for (const used of ["GET", "POST", "PUT", "DELETE"].filter((one) => !methodsOf(path).includes(one))) {
      const { status } = await send(stack.url, `${used} ${asked}`, { headers });
      expect(status, `${used} for ${method} ${path}`).toBe(405);
    }
  };

  it("AC-09 named in a header or a query does not override the request's own", () =>
    expectNoEvents(async () => {
      const names = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "X-Original-Method", "_method"];
      const writes = routes.filter(({ method }) => method !== "GET");
      const all = writes.flatMap((route) => names.map((header) => ({ route, header })));
      for (const { route, header } of fewOf(all, 4)) await expectNotOverridden(route, header);
    }));
});

describe("another spelling of a path", () => {
  const spellings: Record<string, (path: string) => string> = {
    "two slashes": (path) => `/${path}`,
    "three slashes": (path) => `//${path}`,
    "two slashes inside": (path) => path.replace("/api/", "/api//"),
    "slash at the end": (path) => `${path}/`,
    capitals: (path) => path.toUpperCase(),
    "one capital": (path) => path.replace("/api", "/Api"),
    "one capital inside": (path) => path.replace(/\/(\w)(\w*)$/, (_, a, rest) => `/${a.toUpperCase()}${rest}`),
    "matrix parameter": (path) => `${path};x`,
    "matrix parameter inside": (path) => path.replace("/api", "/api;x=1"),
    "session in the path": (path) => `${path};jsessionid=1`,
    "encoded slash": (path) => path.replace("/api/", "/api%2f"),
    "encoded slash in capitals": (path) => path.replace("/api/", "/api%2F"),
    "encoded slash first": (path) => `/%2f${path.slice(1)}`,
    "doubly encoded slash": (path) => path.replace("/api/", "/api%252f"),
    "encoded letter": (path) => path.replace("/api", "/%61pi"),
    "dot at the end": (path) => `${path}.`,
    "two dots at the end": (path) => `${path}..`,
    "encoded dot at the end": (path) => `${path}%2e`,
    "extension of a file": (path) => `${path}.json`,
    "static extension": (path) => `${path}.css`,
    "dot inside": (path) => path.replace("/api/", "/api/./"),
    "dots inside": (path) => path.replace("/api/", "/api/x/../"),
    "dots from a public folder": (path) => `/assets/..${path}`,
    "encoded dots from a public folder": (path) => `/assets/%2e%2e${path}`,
    backslash: (path) => path.replace("/api/", "/api\\"),
    "encoded backslash": (path) => path.replace("/api/", "/api%5c"),
    "line end at the end": (path) => `${path}%0a`,
    "space at the end": (path) => `${path}%20`,
    "question mark, encoded": (path) => `${path}%3f`,
    "number sign, encoded": (path) => `${path}%23`,
    "full-width slash": (path) => path.replace("/api/", "/api%ef%bc%8f"),
    "overlong slash": (path) => path.replace("/api/", "/api%c0%af"),
  };

  /** Spellings that nginx refuses or resolves itself. */
  const malformed: typeof spellings = {
    "dots and a matrix parameter": (path) => `/assets/..;${path}`,
    "NUL at the end": (path) => `${path}%00`,
    "bad encoding": (path) => `${path}%zz`,
  };

  const expectNothingAt = async (asked: string, route: DeclaredRoute) => {
    const ask = (headers: Record<string, string>) => send(stack.url, `${route.method} ${asked}`, { headers });
    const stranger = await ask({});
    const label = `${route.method} ${asked}: ${stranger.status} ${stranger.text.slice(0, 80)}`;
    // If the added text becomes part of an id, that id's call answers: it requires a session, then a role, and then finds no such id.
    expect([route.path.includes("{") ? 401 : 404, 404], label).toContain(stranger.status);
    const lacksRole = stranger.status === 401 && needsRole(named(route));
    const refused = lacksRole ? [403, "forbidden"] : [404, "not_found"];
    const [ofUser, ofAdmin] = [await ask(signedIn()), await ask(signedIn(admin))];
    expect([ofUser.status, codeOf(ofUser.text)], label).toEqual(refused);
    expect([ofAdmin.status, codeOf(ofAdmin.text)], label).toEqual([404, "not_found"]);
  };
  const names = Object.keys({ ...spellings, ...malformed });
  /** Each spelling is tried with other routes. */
  const expectGuarded = (name: string, spell: (path: string) => string) =>
    expectNoEvents(async () => {
      // A registered client needs a token of its own, whatever id the path names.
      const ofUsers = routes.filter(({ path }) => !path.startsWith("/api/oauth/register/"));
      for (const route of fewOf(ofUsers, 5, names.indexOf(name))) {
        const asked = spell(filled(route.path, absent));
        if (asked !== filled(route.path, absent)) await expectNothingAt(asked, route);
      }
    });
  it.each(Object.entries(spellings))("AC-10 is answered with 404, or guarded alike (%s)", expectGuarded);
  it.each(Object.entries(malformed))(
    "AC-10 is answered with 404, or guarded alike (%s)",
    { tags: ["embedded/raw-http"] },
    expectGuarded,
  );
});
