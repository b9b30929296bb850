import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { adminScene } from "./admin-scene.ts";
import { call, givenSignedInUser } from "./client.ts";
import { askForErasure, endGrace, keepAccount, ticketOf } from "./erasure-calls.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { knowingAll } from "./stored-log.ts";

const scene = adminScene();
const path = "/api/admin/erasures";

interface Listed {
  userId: string;
  [field: string]: unknown;
}

/** The entries of these accounts, in the order of the list, which is read in pages of two. */
async function listed(state: string, ids: readonly string[]): Promise<Listed[]> {
  const { url, product, admin } = scene;
  const headers = await knowingAll(product);
  const found: Listed[] = [];
  for (let cursor = ""; ; ) {
    const asked = `GET ${path}?state=${state}&limit=2${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await askUntilUpToDate(() => call(url, asked, { token: admin.token, headers }));
    expect(status).toBe(200);
    expect(body.erasures.length).toBeLessThanOrEqual(2);
    found.push(...body.erasures.filter(({ userId }: Listed) => ids.includes(userId)));
    if (body.nextCursor === null) return found;
    cursor = body.nextCursor;
  }
}

it("lists who wants to delete their account, the soonest due first, until they keep it", async () => {
  const { url } = scene;
  const [first, second, third] = [
    await givenSignedInUser(url),
    await givenSignedInUser(url),
    await givenSignedInUser(url),
  ];
  const ids = [first.id, second.id, third.id];
  const { body: asked } = await askForErasure(url, first);
  const { body: kept } = await askForErasure(url, second);
  await askForErasure(url, third);
  await keepAccount(url, kept.keepToken);

  const waiting = await listed("requested", ids);

  expect(waiting.map(({ userId }) => userId)).toEqual([first.id, third.id]);
  expect(waiting[0]).toEqual({
    userId: first.id,
    account: { email: first.email, username: first.username },
    requestedAt: expect.any(String),
    dueAt: asked.erasesAt,
    startedAt: null,
    reason: null,
    erasedBy: null,
    erasedAt: null,
    receipt: null,
  });
});

it("LG-02 lists who was erased by the id alone, with when, why, by whom, and the receipt in the log", async () => {
  const { url, product, admin } = scene;
  const [own, other] = [await givenSignedInUser(url), await givenSignedInUser(url)];
  const { body: asked } = await askForErasure(url, own);
  await endGrace(url, await ticketOf(url, own));
  await call(url, `DELETE /api/admin/users/${other.id}?reason=misuse`, { token: admin.token });

  const erased = await listed("erased", [own.id, other.id]);

  const receiptOf = async ({ id }: { id: string }) =>
    `${userStream(id)}@${(await product.history(userStream(id))).length}`;
  const times = { startedAt: expect.any(String), erasedAt: expect.any(String) };
  const byAdmin = { requestedAt: null, dueAt: null, reason: "misuse", erasedBy: admin.id };
  const byOwner = { requestedAt: expect.any(String), dueAt: asked.erasesAt, reason: "own", erasedBy: null };
  expect(erased).toEqual([
    { userId: other.id, account: null, ...times, ...byAdmin, receipt: await receiptOf(other) },
    { userId: own.id, account: null, ...times, ...byOwner, receipt: await receiptOf(own) },
  ]);
  expect((await product.history(userStream(own.id))).at(-1)?.type).toBe("PersonErased");
  expect(await listed("requested", [own.id, other.id])).toEqual([]);
});

it("names the parameter that is wrong", async () => {
  const { url, admin } = scene;
  const refused = async (query: string) => {
    const { status, body } = await call(url, `GET ${path}?${query}`, { token: admin.token });
    return [status, Object.keys(body.fields)];
  };
  expect(await refused("")).toEqual([400, ["state"]]);
  expect(await refused("state=due")).toEqual([400, ["state"]]);
  expect(await refused("state=erased&limit=0&cursor=x")).toEqual([400, ["limit", "cursor"]]);
});
