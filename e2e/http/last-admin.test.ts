import { adminsStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin, type Member, setRoles, setStatus } from "./admins.ts";
import { givenSignedInUser } from "./client.ts";
import { codes, rounds, times } from "./races.ts";

const product = ownProductScene();

/** Whether the account is an active admin, as its own stream says. */
async function isActiveAdmin({ id }: Member): Promise<boolean> {
  const events = await product.history(userStream(id));
  const roles = events.findLast(({ type }) => type === "RolesChanged");
  const status = events.findLast(({ type }) => type === "UserActivated" || type === "UserDeactivated");
  return roles?.type === "RolesChanged" && roles.data.isAdmin && status?.type !== "UserDeactivated";
}

/** The accounts that count as active admins. */
async function listedAdmins(): Promise<Set<string>> {
  const listed = new Set<string>();
  for (const { type, data } of await product.history(adminsStream)) {
    if (type === "AdminListed") listed.add(data.userId);
    if (type === "AdminUnlisted") listed.delete(data.userId);
  }
  return listed;
}

it("AC-04 refuses to deactivate and to demote the last active admin", async () => {
  const other = await startInProcess();
  const admin = await givenAdmin(other);
  const answers = [
    await setStatus(other.url, { by: admin, of: admin }, false),
    await setRoles(other.url, { by: admin, of: admin }, { isDeveloper: true }),
  ];
  expect(codes(answers)).toEqual({ "409 last_admin": 2 });
  expect((await setRoles(other.url, { by: admin, of: admin }, { isAdmin: true, isPro: true })).status).toBe(200);

  const second = await givenSignedInUser(other.url);
  expect((await setRoles(other.url, { by: admin, of: second }, { isAdmin: true })).status).toBe(200);
  expect((await setStatus(other.url, { by: admin, of: admin }, false)).status).toBe(200);
  expect(codes([await setStatus(other.url, { by: second, of: second }, false)])).toEqual({ "409 last_admin": 1 });
  const roster = await other.history(adminsStream);
  expect(roster.map(({ type }) => type)).toEqual(["AdminListed", "AdminListed", "AdminUnlisted"]);
  await other.remove();
});

it("RC-07 AC-04 leaves an active admin when all of them deactivate and demote each other at once", async () => {
  const { url } = product;
  for (let round = 0; round < rounds; round++) {
    const admins = await Promise.all(times(5, () => givenAdmin(product)));
    const [first] = admins as [Member];
    await setStatus(url, { by: first, of: first }, true);
    // Those of the rounds before must not count.
    const others = [...(await listedAdmins())].filter((id) => id !== first.id);
    for (const id of others) await setStatus(url, { by: first, of: { id } }, false);
    expect([...(await listedAdmins())]).toEqual([first.id]);

    const pairs = admins.flatMap((by) => admins.map((of) => ({ by, of })));
    const answers = await Promise.all(
      pairs.map((pair, n) => (n % 2 ? setStatus(url, pair, false) : setRoles(url, pair, {}))),
    );
    for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status);
    const active = await Promise.all(admins.map(isActiveAdmin));
    expect(active).toContain(true);
    // Something must have happened, else this proves nothing.
    expect(active).toContain(false);
  }
});
