import type { AnalyticsDay } from "@attestory/query-api/analytics/schema.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { registerApplication } from "./applications.ts";
import { call, givenSignedInUser } from "./client.ts";
import { givenTokens, refresh } from "./grants.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { knowingAll } from "./stored-log.ts";

const product = sharedProductScene();
let admin: Member;
beforeAll(async () => {
  admin = await givenAdmin(product);
});

/** The figures of yesterday and today: midnight may be near. */
async function figures(): Promise<{ days: AnalyticsDay[]; applications: { id: string; name: string | null }[] }> {
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const headers = await knowingAll(product);
  const ask = () => call(product.url, `GET /api/admin/analytics?from=${from}`, { token: admin.token, headers });
  const { status, body } = await askUntilUpToDate(ask);
  expect(status).toBe(200);
  return body;
}
const sum = (days: readonly AnalyticsDay[], figure: "signUps" | "signIns") =>
  days.reduce((all, day) => all + day[figure], 0);

it("shows an admin the tokens and consents of an application, and who was active, at once", async () => {
  const before = await figures();
  const application = await registerApplication(product.url, { name: "Cartography" });
  const parties = { url: product.url, application, user: await givenSignedInUser(product.url) };
  const tokens = await givenTokens(parties, { scope: "openid offline_access" });
  await refresh(parties, tokens);

  const { days, applications } = await figures();

  const used = days.flatMap((day) => day.applications).filter(({ id }) => id === application.id);
  const added = used.reduce(
    (all, { tokens, consents }) => ({ tokens: all.tokens + tokens, consents: all.consents + consents }),
    { tokens: 0, consents: 0 },
  );
  expect(added).toEqual({ tokens: 2, consents: 1 });
  expect(applications).toContainEqual({ id: application.id, name: "Cartography" });
  // The developer and the user; other tests may use the product too.
  expect(sum(days, "signUps") - sum(before.days, "signUps")).toBeGreaterThanOrEqual(2);
  expect(sum(days, "signIns") - sum(before.days, "signIns")).toBeGreaterThanOrEqual(2);
  expect(Math.max(...days.map(({ activeUsers }) => activeUsers))).toBeGreaterThanOrEqual(2);
});
