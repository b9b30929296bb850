import { expect, test } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";

test("prints the calls of both APIs as in production, with a server URL relative to the document", async () => {
  const { stdout } = await runInProcess(["openapi"], {});
  const { paths, servers } = JSON.parse(stdout);
  expect(paths["/api/auth/register"]).toHaveProperty("post");
  expect(paths["/api/auth/me"]).toHaveProperty("get");
  expect(Object.keys(paths["/api/user/sessions"]).sort()).toEqual(["delete", "get"]);
  expect(paths).not.toHaveProperty("/api/dev/inbox");
  expect(servers).toEqual([{ url: "/" }]);
});
