/** @module-tag embedded/one-process */
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { adminsStream } from "@attestory/events/envelope.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { type Answered, call, givenSignedInUser, signIn } from "./client.ts";

let product: InProcess;
let admin: Member;
let isThreadMissing = false;
const projectionThread = {
  projections: allProjections,
  get script() {
    const name = isThreadMissing ? "missing.ts" : "projection-worker.ts";
    isThreadMissing = false;
    return new URL(`../../projections/src/${name}`, import.meta.url);
  },
};
beforeAll(async () => {
  product = await startInProcess({}, { projectionThread });
  admin = await givenAdmin(product);
  await product.happened(adminsStream, { type: "AdminListed", data: { userId: admin.id, accessVersion: 1 } });
});
afterAll(() => product.remove());

interface Importing {
  type?: string;
  query?: string;
  accept?: string;
  signal?: AbortSignal;
}

const importing = (
  body: string | ReadableStream,
  { type = "text/plain", query = "", accept = "*/*", signal }: Importing = {},
): Promise<Response> =>
  fetch(`${product.url}/api/admin/import${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${admin.token}`, "Content-Type": type, Accept: accept },
    body,
    duplex: "half",
    ...(signal && { signal }),
  } as RequestInit);

const exported = async (): Promise<string> =>
  (await call(product.url, "GET /api/admin/export", { token: admin.token })).body;
/** Asks again for as long as the answer is to do so: just after a change of generation, its projections may lag. */
const statusOf = async (token: string): Promise<number> => {
  for (;;) {
    const { status } = await call(product.url, "GET /api/auth/me", { token });
    if (status !== 503) return status;
    await wait(100);
  }
};
const generations = async () =>
  (await call(product.url, "GET /api/admin/generations", { token: admin.token })).body.generations;

it("IM-02 IM-08 RW-8 a backup replaces all data while the service runs, and an admin goes back to what was before", async () => {
  const early = await givenSignedInUser(product.url);
  const backup = await exported();
  const late = await givenSignedInUser(product.url);
  const names = { firstName: "Late", lastName: "" };
  const written = await call(product.url, "PUT /api/user/profile", { token: late.token, body: names });
  const mark = { "x-log-position": written.headers.get("x-log-position") ?? "" };
  expect(mark["x-log-position"]).not.toBe("");
  const dry = await importing(backup, { query: "?dryRun=true" });
  expect([dry.status, await dry.json()]).toEqual([
    200,
    expect.objectContaining({ dryRun: true, lost: expect.objectContaining({ accounts: 1 }), stillErased: 0 }),
  ]);
  expect(await statusOf(late.token)).toBe(200);
  expect(await generations()).toHaveLength(1);

  const answer = await importing(JSON.stringify({ sqlContent: backup }), { type: "application/json" });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ dryRun: false, generation: 2 }),
  ]);
  const former = admin.token;
  expect([await statusOf(former), await statusOf(early.token)]).toEqual([401, 401]);
  const again = await call(product.url, "POST /api/auth/login", {
    body: { email: late.email, password: late.password },
  });
  expect(again.status).toBe(401);
  expect(await statusOf(await signIn(product.url, early))).toBe(200);
  admin = { ...admin, token: await signIn(product.url, admin) };
  // The new log has not come that far. A mark of its own would be waited for.
  expect((await call(product.url, "GET /api/auth/me", { token: admin.token, headers: mark })).status).toBe(200);
  expect(await generations()).toMatchObject([
    { generation: 2, isActive: true },
    { generation: 1, isActive: false },
  ]);

  const back = await call(product.url, "POST /api/admin/generations/1/activate", { token: admin.token });
  expect([back.status, back.body]).toEqual([200, { generation: 1, erased: 0 }]);
  expect([await statusOf(admin.token), await statusOf(former), await statusOf(late.token)]).toEqual([401, 200, 200]);
  admin = { ...admin, token: former };
  const chosen = await product.history("generations" as never);
  expect(chosen).toMatchObject([
    { data: { generation: 1, instead: 2, backupTakenAt: null }, actor: { kind: "user", id: admin.id } },
  ]);
});

it("IM-09 a file that is no backup is refused with its line, and nothing changes", async () => {
  const backup = await exported();
  const lines = backup.split("\n");
  const moved = [...lines.slice(0, 6), lines[7], lines[6], ...lines.slice(8)].join("\n");
  const refused = await importing(moved);
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({
      fields: { sqlContent: expect.stringMatching(/^Refused: line 8: .*Nothing was changed\.$/) },
    }),
  ]);
  const cut = await importing(backup.slice(0, -1), { accept: "text/event-stream" });
  const events = (await cut.text()).trimEnd().split("\n\n");
  expect([cut.headers.get("content-type"), events.at(-1)]).toEqual([
    "text/event-stream",
    expect.stringMatching(/^event: refused\ndata: \{"message":"Refused: /),
  ]);
  const others = await Promise.all([
    importing("{}", { type: "application/json" }),
    importing(backup, { type: "application/sql" }),
    importing("", {}),
    importing(backup, { query: "?dryRun=perhaps" }),
  ]);
  expect(others.map(({ status }) => status)).toEqual([400, 415, 400, 400]);
  const until = (moment: string) => importing(backup, { query: `?dryRun=true&until=${moment}` });
  expect(await (await until("2020-01-01T00:00:00Z")).json()).toMatchObject({
    fields: { sqlContent: expect.stringContaining("no event of that time or before") },
  });
  expect([(await until(product.now().toISOString())).status, (await until("noon")).status]).toEqual([200, 400]);
  expect(await statusOf(admin.token)).toBe(200);
  expect(readdirSync(product.dataDir).filter((name) => name.includes("unfinished"))).toEqual([]);
});

it("IM-08 a client that leaves ends its import", async () => {
  const backup = await exported();
  const before = readdirSync(product.dataDir).toSorted();
  const leaving = new AbortController();
  async function* half() {
    yield Buffer.from(backup.slice(0, backup.length / 2));
    await new Promise((_, reject) => leaving.signal.addEventListener("abort", reject));
  }
  const { signal } = leaving;
  const unfinished = importing(ReadableStream.from(half()), { accept: "text/event-stream", signal }).then(
    async (answer) => answer.text(),
  );
  await expect.poll(() => readdirSync(product.dataDir)).toContain("import.unfinished");
  expect((await importing(backup)).status).toBe(409);
  leaving.abort();
  await expect(unfinished).rejects.toThrow();
  await expect.poll(() => readdirSync(product.dataDir).toSorted()).toEqual(before);
  expect((await importing(backup, { query: "?dryRun=true" })).status).toBe(200);
});

it("IM-08 if the other generation cannot be opened, the service goes on with the former one", async () => {
  const backup = await exported();
  const active = async () => (await generations()).find((each: { isActive: boolean }) => each.isActive).generation;
  const before = await active();
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
  const threadsBefore = threads();
  isThreadMissing = true;
  expect((await importing(backup)).status).toBe(500);
  expect(threads()).toBe(threadsBefore);
  expect(product.output()).toContain("the former one goes on");
  expect(product.output()).not.toContain("process cannot continue");
  expect(await active()).toBe(before);
});

it("IM-08 while the service changes over, whoever asks is told to try again in a second", async () => {
  const backup = await exported();
  const answered = importing(backup);
  let isOver = false;
  void answered.finally(() => {
    isOver = true;
  });
  const answers: Answered[] = [];
  // One after the other and cheap: a slower call, or a pause between two, may begin before the change and end after it.
  while (!isOver) answers.push(await call(product.url, "GET /api/auth/me"));
  expect(answers).toContainEqual(
    expect.objectContaining({ status: 503, body: expect.objectContaining({ code: "changing_over" }) }),
  );
  expect((await answered).status).toBe(200);
});
