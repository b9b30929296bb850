/** @module-tag slow */
import { MongoClient } from "mongodb";
import { afterEach, describe, expect, it } from "vitest";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { askUntilUpToDate, marks } from "../http/own-writes.ts";
import { inClear } from "./in-clear.ts";
import { asStack, oneOfEach } from "./own-stack.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "./start-distributed.ts";

describe.skipIf(whyNotDistributed())("the stores of the distributed stack", () => {
  let distributed: Distributed | null = null;
  afterEach(() => distributed?.remove());

  it("A9 hold nothing personal in clear without READ_STORE, which processes build again from them", {
    timeout: 300_000,
  }, async () => {
    distributed = await startDistributed({}, oneOfEach);
    const { url, settings } = distributed;
    const person = await givenSignedInUser(url);
    const names = { firstName: "Adelheid", lastName: "Zwiebelturm" };
    const renamed = await call(url, "PUT /api/user/profile", { token: person.token, body: names });
    const read = (token: string) => call(url, "GET /api/auth/me", { token, headers: marks.header(renamed) });
    expect((await askUntilUpToDate(() => read(person.token))).body.user).toMatchObject(names);
    const personal = [person.email, person.username, names.firstName, names.lastName];
    expect(await inClear(distributed, { secrets: [person.password, person.token], personal })).toEqual([]);

    const stack = asStack(distributed);
    await stack.stop();
    const client = await MongoClient.connect(settings.READ_STORE ?? "");
    await client.db().dropDatabase();
    await client.close();
    await stack.restart();

    const token = await signIn(url, person);
    const { body } = await askUntilUpToDate(() => read(token));
    expect(body.user).toMatchObject({ id: person.id, email: person.email, username: person.username, ...names });
  });
});
