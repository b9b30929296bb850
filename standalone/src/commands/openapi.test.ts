import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const cli = fileURLToPath(new URL("../cli.js", import.meta.url));

test("prints the calls of both APIs as in production, with a server URL relative to the document", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "openapi"]);
  const { paths, servers } = JSON.parse(stdout);
  expect(paths["/api/auth/register"]).toHaveProperty("post");
  expect(paths["/api/auth/me"]).toHaveProperty("get");
  expect(Object.keys(paths["/api/user/sessions"]).sort()).toEqual(["delete", "get"]);
  expect(paths).not.toHaveProperty("/api/dev/inbox");
  expect(servers).toEqual([{ url: "/" }]);
});
