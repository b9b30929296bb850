/** @module-tag embedded/moves-clock */
import { sessionStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { sessionIdOf } from "./session-calls.ts";

const product = ownProductScene();
beforeAll(() => {
  product.stopClock();
});

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const readEnd = (token: string, headers: Record<string, string> = {}) =>
  call(product.url, "GET /api/user/session", { token, headers });
const stay = (token: string) => call(product.url, "POST /api/user/session", { token });
const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;
/** The seconds until the session ends, unused and at the latest. */
const leftIn = ({ now, idleEndsAt, endsAt }: Record<"now" | "idleEndsAt" | "endsAt", string>) => [
  seconds(now, idleEndsAt),
  seconds(now, endsAt),
];
const left = async (token: string) => leftIn((await readEnd(token)).body);
const events = async (token: string) =>
  (await product.history(sessionStream(sessionIdOf(token)))).map(({ type }) => type);

describe("the end of a session", () => {
  it("SE-04 is an hour away, and twelve at the latest; with rememberMe 30 days, and 90", async () => {
    const person = await givenSignedInUser(product.url);
    const remembered = await signIn(product.url, person, { rememberMe: true });

    expect(await left(person.token)).toEqual([hour, 12 * hour]);
    expect(await left(remembered)).toEqual([30 * day, 90 * day]);
  });

  it("SE-04 does not move because a client asks for it", async () => {
    const { token } = await givenSignedInUser(product.url);
    product.advance(58 * minute);

    expect(await left(token)).toEqual([2 * minute, 11 * hour + 2 * minute]);
    expect(await left(token)).toEqual([2 * minute, 11 * hour + 2 * minute]);

    expect(await events(token)).toEqual(["SessionStarted"]);
    product.advance(2 * minute);
    expect((await readEnd(token)).status).toBe(401);
  });

  it("SE-04 moves when the user stays signed in, and a read with that answer's position shows it", async () => {
    const { token } = await givenSignedInUser(product.url);
    product.advance(58 * minute);

    const { status, body, headers } = await stay(token);

    expect([status, body]).toEqual([200, { message: "You stay signed in" }]);
    const position = { "X-Log-Position": headers.get("x-log-position") ?? "" };
    expect(leftIn((await readEnd(token, position)).body)).toEqual([hour, 11 * hour + 2 * minute]);
    expect((await stay(token)).status).toBe(200);
    expect(await events(token)).toEqual(["SessionStarted", "SessionSeen"]);
  });

  it("SE-04 comes after twelve hours, however often the user stays signed in", async () => {
    const { token } = await givenSignedInUser(product.url);
    for (let passed = 0; passed < 11; passed++) {
      product.advance(58 * minute);
      expect((await stay(token)).status).toBe(200);
    }
    product.advance(82 * minute - hour);
    const { status, headers } = await stay(token);
    expect(status).toBe(200);
    product.advance(59 * minute);

    const position = { "X-Log-Position": headers.get("x-log-position") ?? "" };
    expect(leftIn((await readEnd(token, position)).body)[1]).toBe(minute);
    product.advance(minute);
    expect((await stay(token)).status).toBe(401);
  });
});
