import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { call } from "@attestory/e2e/http/client.ts";
import { startInProcess } from "@attestory/e2e/start-in-process.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import type { Analytics } from "@attestory/query-api/analytics/schema.ts";
import { expect, it } from "vitest";
import { demoEnvironment } from "./demo-environment.ts";
import { markDemoFolder, prepareDemoFolder } from "./demo-folder.ts";
import { demoLines } from "./demo-lines.ts";
import { fillDemo } from "./fill-demo.ts";

/** The fewest in which everything has its place. */
const days = 25;

it("U17 makes up weeks until now, in which the three people of the terminal sign in with the password that it says", async () => {
  const folder = temporaryFolder();
  const now = Date.now();
  await fillDemo({ folder, now, days, people: 5 });
  const product = await startInProcess({ DATA_DIR: folder });
  const ask = async (request: string, token: string) => (await call(product.url, request, { token })).body;
  try {
    const lines = demoLines({ url: product.url, folder, filledAt: new Date(now).toISOString() }).join("\n");
    const password = /password "([^"]+)" works/.exec(lines)?.[1];
    const signIn = async (email: string) =>
      (await call(product.url, "POST /api/auth/login", { body: { email, password } })).body;
    const emails = lines.match(/\S+@example\.com/g) ?? [];
    const [admin, developer, person] = await Promise.all(emails.map(signIn));
    expect([admin.user.isAdmin, developer.user.isDeveloper, developer.user.isPro]).toEqual([true, true, true]);

    const times = await product.readLog(async (log) => (await log.readAll(0n, 10_000)).map((one) => +one.recordedAt));
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
    expect(now - Math.min(...times)).toBeGreaterThan((days - 2) * 86_400_000);

    const first = new Date(now - (days - 1) * 86_400_000).toISOString().slice(0, 10);
    const last = new Date(now).toISOString().slice(0, 10);
    const figures: Analytics = await ask(`GET /api/admin/analytics?from=${first}&to=${last}`, admin.token);
    expect(figures.days.filter(({ signIns }) => signIns > 0).length).toBeGreaterThan(days / 2);
    expect(figures.days.at(-1)?.twoFactor.users).toBeGreaterThan(0);
    expect(figures.days.some(({ failures }) => failures["attempts-locked"] > 0)).toBe(true);
    expect(figures.applications).not.toEqual([]);

    const { applications } = await ask("GET /api/developer/applications", developer.token);
    expect(applications).toHaveLength(4);
    for (const { id } of applications) {
      const { requests } = await ask(`GET /api/developer/applications/${id}/requests`, developer.token);
      expect(requests).not.toEqual([]);
    }
    const { apiKeys } = await ask("GET /api/developer/api-keys", developer.token);
    expect(apiKeys).toMatchObject([{ lastUsed: expect.any(String) }, { lastUsed: expect.any(String) }]);
    expect(await ask("GET /api/user/connected-apps", person.token)).toHaveLength(3);
  } finally {
    await product.remove();
  }
});

it("U17 keeps the folder of a demo, makes it anew on request or if it was not finished, and touches no other data", () => {
  const folder = join(temporaryFolder(), "demo");
  const prepare = (wanted = false) => prepareDemoFolder(folder, { wanted });
  expect([prepare(), prepare()]).toEqual([{ filledAt: null }, { filledAt: null }]);
  markDemoFolder(folder, "2026-11-27T12:00:00.000Z");
  expect(prepare()).toEqual({ filledAt: "2026-11-27T12:00:00.000Z" });
  expect([prepare(true), prepare()]).toEqual([{ filledAt: null }, { filledAt: null }]);

  const own = temporaryFolder();
  writeFileSync(join(own, "events-1.sqlite"), "");
  for (const wanted of [false, true]) {
    expect(prepareDemoFolder(own, { wanted })).toEqual({ refused: expect.stringContaining("name another folder") });
  }
});

it("U17 does not run in production, and leaves the settings of another service alone", () => {
  const at = { folder: "/demo", port: "3000" };
  expect(demoEnvironment({ NODE_ENV: "production" }, at)).toEqual({ refused: expect.stringContaining("NODE_ENV") });
  const own = { SMTP_URL: "smtp://mail.example.com", BACKUP_DIR: "/backups", DATA_DIR: "./data", LOG_FORMAT: "json" };
  expect(demoEnvironment(own, at)).toEqual({
    environment: { DATA_DIR: "/demo", PORT: "3000", LOG_LEVEL: "warn", LOG_FORMAT: "json" },
  });
});
