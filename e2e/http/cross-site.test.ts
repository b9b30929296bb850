/** @module-tag random */
import { randomUUID } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { call, type Person } from "./client.ts";
import { declaredRoutes, filled, named } from "./declared-routes.ts";
import { fewOf } from "./few-of.ts";
import { goodWrites, isWriteOfPerson } from "./good-writes.ts";
import { when } from "./stored-log.ts";
import { type Received, send } from "./wire.ts";

const stack = sharedProductScene();
let person: Person & { token: string; id: string };
/** Every declared write with a body that would change something. */
let signedInWrites: Write[];
let openWrites: Write[];
/** Every declared call, with the ids that the writes have. */
let declared: Set<string>;
beforeAll(async () => {
  person = await givenAdmin(stack);
  const all = Object.groupBy(await goodWrites(stack.url, person), ({ open }) => (open ? "open" : "signedIn"));
  const own = person.token.split("_")[1] ?? "";
  const writes = (some: typeof all.open = []) =>
    some.map(({ method, path, body }): Write => [method, filled(path, own), body]);
  declared = new Set((await declaredRoutes(stack.url)).map((route) => filled(named(route), own)));
  [signedInWrites, openWrites] = [writes(all.signedIn), writes(all.open)];
});

type Write = [method: string, path: string, body: object];
const names = { firstName: "Mallory", lastName: "M" };

const foreignOrigins = () => {
  const { port } = new URL(stack.url);
  return [
    ...["http://evil.example", "null", "", `http://localhost:${Number(port) + 1}`, "http://localhost"],
    ...[`https://localhost:${port}`, `http://evil.localhost:${port}`, `http://localhost:${port}.evil.example`],
    ...[`http://localhost:${port}@evil.example`, `${stack.url}/`, `${stack.url}, http://evil.example`],
    ...[`http://127.0.0.1:${port}`, stack.url.replace("http://", ""), "file://", "*"],
  ];
};
const foreign = (): Record<string, string>[] => [
  ...foreignOrigins().map((origin) => ({ origin })),
  ...["cross-site", "same-site", "CROSS-SITE", "", "same-origin, cross-site"].map((site) => ({
    "sec-fetch-site": site,
  })),
  { origin: stack.url, "sec-fetch-site": "cross-site" },
  { origin: "http://evil.example", "sec-fetch-site": "same-origin" },
  { origin: "http://evil.example", referer: `${stack.url}/dashboard`, host: new URL(stack.url).host },
];
/** Body formats that another site's page can send without a preflight (CORS-safelisted types), and our own format. */
const dressings: [type: string, dress: (body: object) => string][] = [
  ["application/json", (body) => JSON.stringify(body)],
  ["text/plain", (body) => JSON.stringify(body)],
  ["application/x-www-form-urlencoded", (body) => new URLSearchParams({ ...body }).toString()],
  ["multipart/form-data; boundary=x", () => '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--'],
];
const cookie = () => ({ cookie: `__Host-session=${person.token}` });

type Attempt = { method: string; path: string; text: string; headers: Record<string, string> };

/** Every write in every body format, with every set of headers. */
const attempts = (writes: Write[], used: typeof dressings, headerSets: Record<string, string>[]): Attempt[] =>
  writes.flatMap(([method, path, body]) =>
    used.flatMap(([type, dress]) =>
      headerSets.map((headers) => ({ method, path, text: dress(body), headers: { ...headers, "content-type": type } })),
    ),
  );

const labelOf = ({ method, path, headers }: Attempt) => `${method} ${path} ${JSON.stringify(headers)}`;

async function sendInTurn(all: Attempt[]): Promise<Received[]> {
  const responses: Received[] = [];
  for (const { method, path, text: body, headers } of all) {
    const length = { "content-length": String(Buffer.byteLength(body)) };
    responses.push(await send(stack.url, `${method} ${path}`, { headers: { ...length, ...headers }, body }));
  }
  return responses;
}

/** Expects that every attempt is refused, that nothing is written, and that no user is signed in or out. */
const expectAllRefused = async (all: Attempt[], status: number, code: string) => {
  expect(all.length).toBeGreaterThan(0);

  const { response: responses, events } = await when(stack, () => sendInTurn(all));

  for (const [at, attempt] of all.entries()) {
    const { status: answered, text = "", headers = {} } = responses[at] ?? {};
    expect([answered, JSON.parse(text).code], labelOf(attempt)).toEqual([status, code]);
    expect([headers["set-cookie"], headers["x-log-position"]], labelOf(attempt)).toEqual([undefined, undefined]);
  }
  expect(events).toEqual([]);
  const ofValidSession = await call(stack.url, "PUT /api/user/profile", { token: person.token, body: {} });
  expect(ofValidSession.status).toBe(400);
};

describe("a write that another site may have sent", () => {
  it("SE-08 is tested on every declared write", async () => {
    // The endpoints of the OAuth protocol never authenticate by the cookie.
    const writes = (await declaredRoutes(stack.url)).filter(isWriteOfPerson);
    const declared = writes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
    const tried = [...signedInWrites, ...openWrites].map(
      ([method, path]) => `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, "{}")}`,
    );
    expect(tried.toSorted()).toEqual(declared.toSorted());
  });

  it("SE-08 is rejected with the cookie alone, whatever the content type of its body", () =>
    expectAllRefused(attempts(signedInWrites, dressings, [cookie()]), 403, "cross_site"));

  it("SE-08 is rejected with every foreign Origin and Sec-Fetch-Site, with and without the cookie", () => {
    const headers = foreign().flatMap((marks) => [marks, { ...marks, ...cookie() }]);
    const all = attempts([...signedInWrites, ...openWrites], dressings.slice(0, 3), headers);
    return expectAllRefused(fewOf(all, 7), 403, "cross_site");
  });

  it("SE-08 is not reached through a method override in a header or a query", async () => {
    const names = ["x-http-method-override", "x-http-method", "x-method-override", "x-original-method"];
    const others = ["GET", "POST", "PATCH"];
    const writes = [...signedInWrites, ...openWrites];
    const all = writes.flatMap(([method, path, body]) =>
      attempts(
        [[method, path, body]],
        dressings.slice(0, 1),
        names.map((name) => ({ ...cookie(), [name]: method })),
      )
        .flatMap((attempt) => others.filter((used) => used !== method).map((used) => ({ ...attempt, method: used })))
        .map((attempt) => ({ ...attempt, path: `${path}?_method=${method}&method=${method}` })),
    );
    const isDeclared = ({ method, path }: Attempt) => declared.has(`${method} ${path.split("?", 1)}`);
    await expectAllRefused(
      all.filter((attempt) => !isDeclared(attempt)),
      405,
      "method_not_allowed",
    );
    // The other method is a write of its own, refused as such; a read is answered.
    await expectAllRefused(
      all.filter((attempt) => isDeclared(attempt) && attempt.method !== "GET"),
      403,
      "cross_site",
    );
  });

  it("SE-08 is accepted with the cookie and our own Origin or same-origin", async () => {
    const ours: Record<string, string>[] = [
      { origin: stack.url },
      { "sec-fetch-site": "same-origin" },
      { origin: stack.url, "sec-fetch-site": "same-origin" },
    ];
    const typed = { ...cookie(), "sec-fetch-site": "none" };

    for (const [at, marks] of ours.entries()) {
      const headers = { ...cookie(), ...marks };
      const body = { firstName: `Ours ${at}`, lastName: "" };
      const { response, events } = await when(stack, () => call(stack.url, "PUT /api/user/profile", { headers, body }));
      expect(response.status).toBe(200);
      expect(events.map(({ stream, type }) => [stream, type])).toEqual([[userStream(person.id), "ProfileChanged"]]);
    }
    const { response, events } = await when(stack, () =>
      call(stack.url, "PUT /api/user/profile", { headers: typed, body: names }),
    );
    expect(response.status).toBe(403);
    expect(events).toEqual([]);
  });

  it("SE-08 is authenticated by Authorization alone if present, even beside a valid cookie", async () => {
    const invalid = [`Bearer ats_${randomUUID()}_${"A".repeat(43)}`, "Bearer", "", "Basic YTpi"];

    for (const authorization of invalid) {
      const headers = { ...cookie(), origin: stack.url, authorization };
      const { response, events } = await when(stack, () =>
        call(stack.url, "PUT /api/user/profile", { headers, body: names }),
      );
      expect([response.status, response.body.code], authorization).toEqual([401, "not_signed_in"]);
      expect(events).toEqual([]);
    }
  });
});

describe("signing a visitor in from another site", () => {
  it("SE-09 is rejected for every cross-site form, and sets no cookie", () =>
    expectAllRefused(attempts(openWrites, dressings, foreign()), 403, "cross_site"));

  it("SE-09 is rejected for a form of an old browser, since it cannot send JSON", () =>
    expectAllRefused(attempts(openWrites, dressings.slice(1), [cookie(), {}]), 415, "unsupported_media_type"));
});
