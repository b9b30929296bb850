import fc from "fast-check";
import { type DeclaredRoute, filled, type JsonSchema } from "./declared-routes.ts";

/** A request as it is sent; `signedIn`: with a valid session. */
export interface FuzzedRequest {
  method: string;
  path: string;
  signedIn: boolean;
  /** Whether it goes to an endpoint that refuses in the form of OAuth. */
  oauth: boolean;
  headers: Record<string, string>;
  body: string | null;
}

const nasty = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "'",
  '" OR 1=1 --',
  "../../etc/passwd",
  "%00",
  "{{7*7}}",
  "<script>",
  "\r\nX: y",
  "__proto__",
  "constructor",
  "a".repeat(2000),
  "é",
  "\u202e",
  "💥",
  "null",
  "0",
  "-1",
  "1e309",
  "[]",
  "{}",
  "💥".repeat(300),
];
const text = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const plausible = fc.oneof(
  fc.emailAddress(),
  fc.uuid(),
  fc.stringMatching(/^[a-z0-9._-]{3,32}$/),
  fc.constant("a good password"),
);
const anything = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A value that fits the schema's type; for text, often a plausible one. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer" || schema.type === "number") return fc.integer();
  if (schema.type === "array") return fc.array(fitting(schema.items ?? {}), { maxLength: 5 });
  if (schema.type === "object") return object(schema, fitting);
  return fc.oneof(plausible, plausible, text);
}
const fittingOrNot = (schema: JsonSchema) =>
  fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });

function object({ properties = {}, required = [] }: JsonSchema, value: (schema: JsonSchema) => fc.Arbitrary<unknown>) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, value(schema)]));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

const withoutOne = (body: object) =>
  fc
    .constantFrom(...Object.keys(body), "")
    .map((name) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)));

/** Mostly what the schema requires, else with a field too few or too many, other JSON, or no JSON at all. */
function bodyOf(schema: JsonSchema | null): fc.Arbitrary<string | null> {
  const asked = object(schema ?? {}, fittingOrNot);
  const json = fc.oneof(
    { weight: 6, arbitrary: asked },
    { weight: 2, arbitrary: asked.chain(withoutOne) },
    {
      weight: 2,
      arbitrary: fc.tuple(asked, text, anything).map(([body, name, value]) => ({ ...body, [name]: value })),
    },
    { weight: 1, arbitrary: anything },
  );
  const sent = json.map((value) => JSON.stringify(value) ?? null);
  const cut = fc.tuple(sent, fc.nat(40)).map(([body, by]) => body?.slice(0, -by) ?? null);
  return fc.oneof({ weight: 10, arbitrary: sent }, cut, text, fc.constant(null));
}

const headerValue = fc.oneof(fc.stringMatching(/^[\x21-\x7e]([\x20-\x7e]{0,40}[\x21-\x7e])?$/), fc.uuid());
const headers = fc.record(
  {
    "content-type": fc.oneof({ weight: 8, arbitrary: fc.constant("application/json") }, headerValue),
    "idempotency-key": fc.oneof(fc.uuid(), headerValue),
    "x-log-position": fc.oneof(fc.stringMatching(/^[\w-]{80}$/), fc.constantFrom("1-1", ",,,"), headerValue),
    "x-forwarded-for": headerValue,
    "content-encoding": fc.constantFrom("gzip", "identity", "br"),
    accept: headerValue,
    cookie: headerValue,
    origin: headerValue,
    "user-agent": headerValue,
    "accept-language": headerValue,
  },
  { requiredKeys: ["content-type"] },
);
/** Leaves out most of the optional headers: a request with all of them would always be refused. */
const fewHeaders = fc.tuple(headers, fc.infiniteStream(fc.nat(7))).map(([all, chance]) => {
  const kept = Object.entries(all).filter(([name]) => name === "content-type" || chance.next().value === 0);
  return Object.fromEntries(kept) as Record<string, string>;
});

const inPath = fc.oneof(fc.uuid(), text.map(encode));
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const pathOf = (route: DeclaredRoute) =>
  fc
    .tuple(inPath, fc.array(fc.tuple(fc.constantFrom(...route.query, "limit", "x"), text), { maxLength: 3 }))
    .map(([value, query]) => {
      const asked = query.map(([name, given]) => `${name}=${encode(given)}`).join("&");
      const path = filled(route.path, value);
      return {
        path: path + (asked && `?${asked}`),
        // Its path refuses other methods in that form, too. Without the value it is the path of other routes.
        oauth: route.oauth && !path.endsWith("/"),
      };
    });

export const fuzzedRequest = (routes: readonly DeclaredRoute[]): fc.Arbitrary<FuzzedRequest> =>
  fc.constantFrom(...routes).chain((route) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 15, arbitrary: fc.constant(route.method) },
          fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH"),
        ),
        asked: pathOf(route),
        signedIn: fc.boolean(),
        headers: fewHeaders,
        body: bodyOf(route.body),
      })
      .map(({ asked, ...request }) => ({ ...request, ...asked })),
  );
