import { expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { call, givenSignedInUser } from "./client.ts";

const product = sharedProductScene();

const take = (token?: string) => call(product.url, "GET /api/admin/export", token ? { token } : {});

it("IM-10 IM-12 a backup is a download that names its position, and shows nothing personal and no secret in clear", async () => {
  const admin = await givenAdmin(product);
  const { status, headers, body } = await take(admin.token);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/sql; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="attestory-\d{4}-\d\d-\d\d\.sql"$/);
  expect(headers.get("cache-control")).toBe("no-store");
  const lines: string[] = body.trimEnd().split("\n");
  const manifest = JSON.parse(lines[1]?.slice(3) ?? "");
  const last = lines.findLast((line) => line.startsWith("INSERT INTO events VALUES ("));
  expect(last).toContain(`VALUES (${manifest.position}, `);
  expect(JSON.parse(lines.at(-1)?.slice(3) ?? "").events).toBe(
    lines.filter((line) => line.includes(" events VALUES ")).length,
  );
  for (const secret of [admin.email, admin.username, admin.password, admin.token.split("_").slice(2).join("_")]) {
    expect(body).not.toContain(secret);
  }
});

it("IM-01 a backup is for admins, and the log says who took it", async () => {
  const [admin, user] = [await givenAdmin(product), await givenSignedInUser(product.url)];
  expect((await take()).status).toBe(401);
  expect((await take(user.token)).status).toBe(403);
  await take(admin.token);
  const { body } = await take(admin.token);
  const taken = body.split("\n").filter((line: string) => line.includes("'ExportTaken'") && line.includes(admin.id));
  expect(taken).toHaveLength(1);
});
