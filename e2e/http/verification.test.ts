import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, emailTo, newPerson, register, tokenIn } from "./client.ts";
import { facts, storedEvents } from "./stored-log.ts";

let product: InProcess;
let url: string;
beforeAll(async () => {
  product = await startInProcess({ RATE_LIMITS: "off" });
  url = product.url;
});
afterAll(() => product.remove());

const day = 24 * 3600;
const opening = (query: string) => call(url, "GET", `/api/auth/verify-email${query}`);
const invalid = "Invalid or expired verification token";
const verified = { message: "Your email address is verified. You can sign in now." };
const factsOf = async (id: string) => (await facts(product)).filter(({ stream }) => stream === userStream(id));
const typesOf = async (id: string) => (await factsOf(id)).map(({ type }) => type);

/** A registered person who has not opened the link yet. */
async function newcomer() {
  const person = newPerson();
  const { token, user } = await register(url, person);
  const link = tokenIn(await emailTo(url, person.email, "Verify"));
  const signsIn = async () => (await call(url, "POST", "/api/auth/login", { body: signInOf(person) })).status;
  return { ...person, id: user.id, pending: token, link, signsIn };
}
const signInOf = ({ email, password }: { email: string; password: string }) => ({ email, password });

/** Requests a new email, and waits for one with a different link. */
async function resent({ email }: { email: string }, last: string): Promise<string> {
  expect((await call(url, "POST", "/api/auth/resend-verification", { body: { email } })).status).toBe(200);
  let link = last;
  await expect
    .poll(async () => {
      link = tokenIn(await emailTo(url, email, "Verify"));
      return link;
    })
    .not.toBe(last);
  return link;
}

const refuses = async (queries: string[], person: { id: string }) => {
  for (const query of queries) {
    const { status, body, headers } = await opening(query);
    expect({ query, status, message: body.message }).toEqual({ query, status: 400, message: invalid });
    expect(headers.getSetCookie()).toEqual([]);
  }
  expect(await typesOf(person.id)).not.toContain("EmailVerified");
};
const flipped = (letter: string) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());

describe("a link to verify an address", () => {
  it("EV-02 is refused truncated anywhere, and with anything after it", async () => {
    const person = await newcomer();
    const { link } = person;
    const cut = Array.from({ length: link.length }, (_, length) => `?token=${link.slice(0, length)}`);
    const longer = ["A", "=", "==", "%20", "%00", "%0A", ".", "/", link].map((end) => `?token=${link}${end}`);
    const before = ["%20", "+", "A", "=", "Bearer%20"].map((start) => `?token=${start}${link}`);
    await refuses([...cut, ...longer, ...before], person);
    expect((await opening(`?token=${link}`)).status).toBe(200);
  });

  it("EV-02 is refused with the case of any letter flipped, or with any character changed", async () => {
    const person = await newcomer();
    const characters = [...person.link];
    const changed = characters.flatMap((character, place) =>
      [flipped(character), character === "A" ? "B" : "A", character === "7" ? "8" : "7"]
        .filter((other) => other !== character)
        .map((other) => `?token=${characters.with(place, other).join("")}`),
    );
    expect(changed.length).toBeGreaterThan(2 * characters.length);
    await refuses([`?token=${person.link.toUpperCase()}`, `?token=${person.link.toLowerCase()}`, ...changed], person);
    expect((await opening(`?token=${person.link}`)).status).toBe(200);
  });

  it("EV-02 is refused for anybody but whom it was written to", async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const [mine, theirs] = [one.link, other.link].map((link) => Buffer.from(link, "base64url")) as [Buffer, Buffer];
    const parts = (link: Buffer) => [link.subarray(0, 16), link.subarray(16, 32), link.subarray(32)] as const;
    const [user, request, proof] = parts(mine);
    const [otherUser, otherRequest, otherProof] = parts(theirs);
    const mixed = [
      [user, otherRequest, otherProof],
      [user, request, otherProof],
      [otherUser, request, proof],
      [otherUser, otherRequest, proof],
      [otherUser, request, otherProof],
      [user, otherRequest, proof],
      [request, user, proof],
      [user, request, Buffer.alloc(32)],
    ].map((halves) => `?token=${Buffer.concat(halves).toString("base64url")}`);
    await refuses(mixed, one);
    expect(await typesOf(other.id)).toEqual(["UserRegistered"]);
    // A valid proof verifies its own user only.
    expect((await opening(`?token=${other.link}`)).status).toBe(200);
    expect(await typesOf(one.id)).toEqual(["UserRegistered"]);
    expect(await one.signsIn()).toBe(403);
  });

  it("EV-02 is refused as a list, empty, and where it is something else of ours", async () => {
    const person = await newcomer();
    const { link, pending, id } = person;
    await refuses(
      [
        `?token=${link}&token=${link}`,
        `?token=${link}&token=`,
        `?token=&token=${link}`,
        `?token=a&token=b&token=c`,
        `?token=${link},${link}`,
        "?token=",
        "?token=%00",
        `?token=${pending}`,
        `?token=${id}`,
        `?token=${"A".repeat(86)}`,
        `?token=${"A".repeat(10_000)}`,
      ],
      person,
    );
    for (const query of ["", "?", `?token[]=${link}`, `?token%5B%5D=${link}`, `?Token=${link}`]) {
      const { status, body } = await opening(query);
      expect({ query, status, message: body.message }).toEqual({
        query,
        status: 400,
        message: "No verification token provided",
      });
    }
    expect(await typesOf(id)).toEqual(["UserRegistered"]);
    expect((await opening(`?token=${link}`)).status).toBe(200);
  });

  it("EV-02 EV-03 works for 24 hours: a second use changes nothing and says the same, after that it is refused", async () => {
    product.stopClock();
    const [person, late] = [await newcomer(), await newcomer()];
    product.advance(day - 60);
    for (let use = 1; use <= 3; use++) {
      const answered = await opening(`?token=${person.link}`);
      expect([answered.status, answered.body]).toEqual([200, verified]);
    }
    expect(await typesOf(person.id)).toEqual(["UserRegistered", "EmailVerified"]);
    product.advance(60);
    for (const link of [person.link, late.link]) {
      const { status, body } = await opening(`?token=${link}`);
      expect([status, body]).toEqual([400, { code: "invalid_token", message: invalid }]);
    }
    expect(await person.signsIn()).toBe(200);
    expect(await late.signsIn()).toBe(403);
    expect(await typesOf(late.id)).toEqual(["UserRegistered"]);
  });

  it("EV-03 T16 opened many times at once verifies once", async () => {
    const person = await newcomer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => opening(`?token=${person.link}`)));
    // A request that lost the race three times is told to try again; no other refusal occurs.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await typesOf(person.id)).toEqual(["UserRegistered", "EmailVerified"]);
    expect((await opening(`?token=${person.link}`)).body).toEqual(verified);
  });

  it("T16 signs nobody in", async () => {
    const person = await newcomer();
    const { body, headers } = await opening(`?token=${person.link}`);
    expect(body).toEqual(verified);
    expect(headers.getSetCookie().map((line) => line.split("=")[0])).toEqual(["__Host-position"]);
    const sessions = (await facts(product)).filter(
      ({ type, person: owner }) => type === "SessionStarted" && owner === person.id,
    );
    expect(sessions).toHaveLength(1);
    expect((await call(url, "GET", "/api/auth/me", { token: person.pending })).status).toBe(401);
    expect((await call(url, "GET", "/api/auth/me", { token: person.link })).status).toBe(401);
  });

  it("EV-04 works only if it is the newest", async () => {
    const person = await newcomer();
    const second = await resent(person, person.link);
    const links = [person.link, second, await resent(person, second)];
    expect(new Set(links).size).toBe(3);
    await refuses(
      links.slice(0, 2).map((link) => `?token=${link}`),
      person,
    );
    expect((await opening(`?token=${links[2]}`)).body).toEqual(verified);
    // The older links stay invalid.
    for (const link of links.slice(0, 2)) expect((await opening(`?token=${link}`)).status).toBe(400);
    expect(await person.signsIn()).toBe(200);
  });

  it("EV-04 has 24 hours of its own when it was asked for again", async () => {
    product.stopClock();
    const person = await newcomer();
    product.advance(day - 10);
    const link = await resent(person, person.link);
    product.advance(day - 10);
    expect((await opening(`?token=${person.link}`)).status).toBe(400);
    expect((await opening(`?token=${link}`)).body).toEqual(verified);
  });

  it("EV-04 is asked for no more once the address is verified", async () => {
    const person = await newcomer();
    await opening(`?token=${person.link}`);
    const before = (await facts(product)).length;
    const { status } = await call(url, "POST", "/api/auth/resend-verification", { body: { email: person.email } });
    expect(status).toBe(200);
    expect((await facts(product)).length).toBe(before);
    const emails = async () =>
      (await storedEvents(product)).flatMap(({ type, data }) => (data.includes(userStream(person.id)) ? [type] : []));
    await expect.poll(emails).toEqual(["LetterSent"]);
  });
});
