/** @module-tag embedded/moves-clock */
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import {
  type Answered,
  type Asking,
  call,
  givenSignedInUser,
  newPerson,
  type Person,
  register,
  verify,
} from "./client.ts";
import { from, login, setCookies } from "./limited.ts";
import { storedEvents } from "./stored-log.ts";

const product = ownProductScene({ ENUMERATION_PROTECTION: "strict", RATE_LIMITS: "on", TRUST_PROXY: "1" });
let url: string;
beforeAll(() => {
  product.stopClock();
  ({ url } = product);
});

let networks = 0;
const network = () => `10.${networks >> 8}.${networks++ & 255}.1`;
const own = "the outsider's own";
const wrong = { code: "invalid_credentials", message: "Email or password is not right" };

const random = { "[\\w-]{32,}": "random", "p[0-9a-f-]{12}": "name" };

/** Everything that the answer shows an outsider. Of what differs for each request, such as an id, only the length remains. */
function shown({ status, headers, body }: Answered): string {
  const named = [...headers].filter(([name]) => name !== "date" && name !== "set-cookie");
  let text = JSON.stringify({ status, headers: named.toSorted(), cookies: headers.getSetCookie(), body });
  for (const [form, name] of Object.entries(random)) {
    text = text.replace(new RegExp(form, "g"), (part) => `(${name} ${part.length})`);
  }
  return text;
}

/** What an outsider can do with an address whose mailbox is not theirs; returns every answer. */
async function probe(email: string): Promise<string[]> {
  const answers: string[] = [];
  const ask = async (request: string, asking: Asking = {}) => {
    const answer = await call(url, request, { ...asking, headers: { ...from(network()), ...asking.headers } });
    answers.push(`${request} ${shown(answer)}`);
    return answer;
  };
  const person = newPerson({ email, password: own });
  const registered = await ask("POST /api/auth/register", { body: person });
  const { token } = registered.body;
  // A browser sends back every cookie.
  const cookie = setCookies(registered);
  const signIn = (password: string, headers: Record<string, string> = {}) =>
    ask("POST /api/auth/login", { body: { email, password }, headers });

  await ask("GET /api/auth/me", { token });
  await ask("GET /api/auth/me", { headers: { cookie } });
  await ask("GET /api/user/sessions", { token });
  await ask("PUT /api/user/profile", { token, body: { firstName: "Mallory", lastName: "" } });
  const change = { currentPassword: own, newPassword: `${own}!`, confirmPassword: `${own}!` };
  await ask("PUT /api/user/password", { token, body: change });
  await ask("DELETE /api/user/sessions", { token });
  for (let n = 0; n < 2; n++) await ask("POST /api/auth/resend-verification", { token, body: { email } });
  await ask("POST /api/auth/check", { body: { username: person.username } });
  // The right password and wrong ones in turn: a limit that the right one resets would tell.
  for (const password of [own, "wrong one", own, own, "wrong two", own, own]) await signIn(password);
  await signIn(own, { cookie });
  await ask("POST /api/auth/login", { token, body: { email, password: own } });
  for (let n = 0; n < 5; n++) await ask("POST /api/auth/register", { body: newPerson({ email, password: own }) });
  await ask("POST /api/auth/logout", { token });
  await ask("GET /api/auth/me", { token });
  return answers;
}

const givenRegistered = async (person: Person) => (await register(url, person)).user.id;

/** Addresses that the service knows, each for another reason, and as many that it does not know. */
async function givenAddresses() {
  const [inactive, verified, pending, decoyed] = [
    await givenSignedInUser(url),
    newPerson(),
    newPerson(),
    await givenSignedInUser(url),
  ];
  await product.happened(userStream(inactive.id), { type: "UserDeactivated", data: { userId: inactive.id } });
  await givenRegistered(verified);
  await verify(url, verified.email);
  await givenRegistered(pending);
  await givenRegistered(newPerson({ email: decoyed.email }));
  const signedIn = await givenSignedInUser(url);
  const known = [inactive, verified, pending, decoyed, signedIn].map(({ email }) => email);
  return { known, unknown: known.map(() => newPerson().email) };
}

describe("strict mode", () => {
  it("A4 answers an outsider alike for known and unknown addresses, whatever they try", async () => {
    const { known, unknown } = await givenAddresses();
    // The limits on what was done above are over.
    product.advance(3600);

    const ofUnknown: string[][] = [];
    const ofKnown: string[][] = [];
    for (const [n, email] of known.entries()) {
      ofUnknown.push(await probe(unknown[n] ?? ""));
      ofKnown.push(await probe(email));
    }

    const [first = []] = ofUnknown;
    for (const answers of [...ofUnknown, ...ofKnown]) {
      for (const [n, answer] of answers.entries()) expect(answer).toBe(first[n]);
    }
    const statuses = first.map((answer) => /"status":(\d{3}),/.exec(answer)?.[1]);
    expect(new Set(statuses)).toEqual(new Set(["201", "200", "401", "403", "429"]));
    const types = (await storedEvents(product)).map(({ type }) => type);
    expect(types.filter((type) => type === "DecoyRegistered").length).toBeGreaterThanOrEqual(known.length);
  });

  it("A4 AU-02 answers the right password of an unverified account like a wrong one, until its address is verified", async () => {
    const person = newPerson();
    await givenRegistered(person);
    const address = network();

    const right = await login(url, person, { address });
    const guessed = await login(url, { ...person, password: "wrong" }, { address });

    expect([right.status, right.body]).toEqual([401, wrong]);
    expect(shown(right)).toBe(shown(guessed));

    await verify(url, person.email);
    expect((await login(url, person, { address })).status).toBe(200);
  });

  it("A4 limits the right password of an unverified account like wrong ones", async () => {
    const [unverified, unknown] = [newPerson(), newPerson()];
    await givenRegistered(unverified);
    const statuses = async (person: Person) => {
      const answers: number[] = [];
      for (let n = 0; n < 7; n++) answers.push((await login(url, person, { address: network() })).status);
      return answers;
    };

    expect(await statuses(unverified)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await statuses(unknown)).toEqual([401, 401, 401, 401, 401, 429, 429]);

    // The owner opens the link. The wait is short, as after any guesses.
    await verify(url, unverified.email);
    product.advance(1);
    expect((await login(url, unverified, { address: network() })).status).toBe(200);
  });
});
