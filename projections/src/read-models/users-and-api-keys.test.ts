import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import { describe, expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { everyAccount, users } from "./users.ts";

const userId = "11111111-1111-4111-8111-111111111111";
const ownerId = "22222222-2222-4222-8222-222222222222";
const account = { userId, email: "ada@example.org", username: "ada", firstName: "Ada", lastName: null };
const registered = recorded({ type: "UserRegistered", data: { ...account, passwordHash: "$argon2id$hash" } });

describe("the lists of accounts", () => {
  const entriesOf = (event: ReturnType<typeof recorded>) => {
    const account = folded(users, [event]);
    return account && [users.indexes.all?.entry(account), users.indexes.createdBy?.entry(account)];
  };
  const byKey = { actor: { kind: "user", id: ownerId }, delegate: { kind: "apiKey", id: userId } } as const;
  const all = { value: everyAccount, order: userId };

  it("T14 have every account, and the user whose API key created it", () => {
    expect(entriesOf(registered)).toEqual([all, null]);
    expect(entriesOf({ ...registered, ...byKey })).toEqual([all, { value: ownerId, order: userId }]);
  });

  it("T14 have no decoy, except for the user whose API key made it, and no erased person", () => {
    const decoy = recorded({
      type: "DecoyRegistered",
      data: { userId, ownerId, email: "a@example.org", username: "a", firstName: null, lastName: null },
    });
    expect(entriesOf(decoy)).toEqual([null, null]);
    expect(entriesOf({ ...decoy, ...byKey })).toEqual([null, { value: ownerId, order: userId }]);
    const erased = { userId, email: null, username: null, passwordHash: null, firstName: null, lastName: null };
    expect(entriesOf(recorded({ type: "UserRegistered", data: erased }))).toEqual([null, null]);
  });
});

it("KY-03 ends the API keys of an account that was secured, and none by a changed password", () => {
  const changed = { userId, passwordHash: "$argon2id$new", keptSession: ownerId };
  const before = [registered, recorded({ type: "PasswordChanged", data: changed })];
  const secured = recorded({ type: "AccountSecured", data: { userId, causeId: ownerId } });
  expect(folded(users, before)).toMatchObject({ sessionEpoch: 1, apiKeyEpoch: 0 });
  expect(folded(users, [...before, secured])).toMatchObject({ sessionEpoch: 2, apiKeyEpoch: 1 });
});

it("counts the consents from when the account was secured, unless they were left as they are", () => {
  const countFrom = (ended?: ["sessions"] | ["sessions", "consents"]) => {
    const data = { userId, causeId: ownerId, ...(ended && { ended }) };
    const secured = recorded({ type: "AccountSecured", data }, { recordedAt: at(70) });
    return folded(users, [registered, secured])?.consentsCountFrom;
  };
  expect([countFrom(), countFrom(["sessions", "consents"])]).toEqual([at(70).toISOString(), at(70).toISOString()]);
  expect(countFrom(["sessions"])).toBeNull();
});

it("UQ-05 has its newest username", () => {
  given(users, registered)
    .when(recorded({ type: "UsernameChanged", data: { userId, username: "countess", released: "username-1" } }))
    .thenChanged({ username: "countess" });
});
