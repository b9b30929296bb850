import { userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type Answered, call, givenSignedInUser, newPerson, register } from "./client.ts";
import { typesIn } from "./stored-log.ts";

const product = sharedProductScene();

const given = () => givenSignedInUser(product.url);
const newName = () => newPerson().username;
const change = ({ token }: { token: string }, username: unknown, headers = {}): Promise<Answered> =>
  call(product.url, "PUT /api/user/username", { token, body: { username }, headers });
const nameOf = async ({ token }: { token: string }) =>
  (await call(product.url, "GET /api/auth/me", { token })).body.user.username;
const changesOf = async ({ id }: { id: string }) =>
  (await typesIn(product, userStream(id))).filter((type) => type === "UsernameChanged").length;

describe("a change of the username", () => {
  it("UQ-05 takes a free name and frees the former one", async () => {
    const owner = await given();
    const username = newName();
    const { status, headers } = await change(owner, username);
    const position = { "x-log-position": headers.get("x-log-position") ?? "" };
    const { body } = await call(product.url, "GET /api/auth/me", { token: owner.token, headers: position });
    expect([status, body.user.username]).toEqual([200, username]);
    await register(product.url, newPerson({ username: owner.username }));
    const taken = await call(product.url, "POST /api/auth/register", { body: newPerson({ username }) });
    expect([taken.status, taken.body.code]).toEqual([409, "username_taken"]);
  });

  it("UQ-05 may change the case of the own name, which stays taken", async () => {
    const owner = await given();
    expect((await change(owner, owner.username.toUpperCase())).status).toBe(200);
    expect((await change(await given(), owner.username)).status).toBe(409);
  });

  it("UQ-05 refuses names that are taken, reserved or invalid, and writes nothing", async () => {
    const [owner, other] = [await given(), await given()];
    const answers: [Answered, number, string][] = [
      [await change(owner, other.username), 409, "username_taken"],
      [await change(owner, other.username.toUpperCase()), 409, "username_taken"],
      [await change(owner, "adm1n"), 409, "username_taken"],
      [await change(owner, "no"), 400, "invalid_fields"],
      [await change(owner, { $ne: null }), 400, "invalid_fields"],
    ];
    for (const [{ status, body }, expected, code] of answers) expect([status, body.code]).toEqual([expected, code]);
    expect(await changesOf(owner)).toBe(0);
    expect((await change(owner, owner.username)).status).toBe(200);
    expect(await changesOf(owner)).toBe(0);
  });

  it("RC-02 has one owner when many ask for one name at once", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, given));
    const username = newName();
    const answers = await Promise.all([
      ...people.map((one) => change(one, username)),
      call(product.url, "POST /api/auth/register", { body: newPerson({ username }) }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
    const changes = await Promise.all(people.map(changesOf));
    expect(changes).toEqual(people.map((_, n) => (answers[n]?.status === 200 ? 1 : 0)));
  });

  it("UQ-05 leaves one name, and frees the others, when one user changes it many times at once", async () => {
    const owner = await given();
    const names = Array.from({ length: 4 }, newName);
    await Promise.all([...names, owner.username].map((name) => change(owner, name)));
    const last = await nameOf(owner);
    for (const username of [...names, owner.username].filter((name) => name !== last)) {
      await register(product.url, newPerson({ username }));
    }
    expect((await change(await given(), last)).status).toBe(409);
  });

  it("UQ-06 is made once by a repeated request with its key", async () => {
    const owner = await given();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const username = newName();
    expect([(await change(owner, username, headers)).status, (await change(owner, username, headers)).status]).toEqual([
      200, 200,
    ]);
    expect(await changesOf(owner)).toBe(1);
  });
});
