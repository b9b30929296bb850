import { expect, it } from "vitest";
import type { Principal } from "../routing/principal.ts";
import { routeFor } from "../routing/route.ts";
import { rawRequest, statusesOf } from "../testing/raw-request.ts";
import { done, serve } from "../testing/serve.ts";
import { parseCookies } from "./cookies.ts";
import { readCredential } from "./read-credential.ts";

const none = () => parseCookies(undefined);
const me = routeFor<Principal>()({
  method: "get",
  path: "/api/auth/me",
  summary: "Me",
  access: "user",
  answers: { 200: done },
  handle: async () => ({ status: 200, body: { message: "me" } }),
});

it("reads one token, whatever the case of the scheme (RFC 9110 section 11.1)", () => {
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    expect(readCredential(`${scheme} ats_1_a-b~c.d+e/f==`, none)).toEqual({
      kind: "bearer",
      value: "ats_1_a-b~c.d+e/f==",
    });
  }
});

it("falls back to the cookie only without an Authorization header", () => {
  const cookies = () => parseCookies("a=b; __Host-session=ats_1_x");
  expect(readCredential(undefined, cookies)).toEqual({ kind: "cookie", value: "ats_1_x" });
  expect(readCredential("", cookies)).toBeNull();
  expect(readCredential("Basic eA==", cookies)).toBeNull();
});

it("IN-07 answers 401 or 431 to an Authorization header that is not exactly one bearer token", async () => {
  const { port } = await serve([me]);
  const ask = async (...lines: string[]) => {
    const head = ["GET /api/auth/me HTTP/1.1", "Host: x", "Connection: close", ...lines].join("\r\n");
    return statusesOf(await rawRequest(port, Buffer.from(`${head}\r\n\r\n`, "latin1")));
  };
  expect(await ask("Authorization: Bearer user")).toEqual([200]);
  const refused = [
    "",
    "Bearer",
    "Bearer ",
    "Bearer%20user",
    "Bearer user x",
    "Bearer user,user",
    "Bearer \xfcser",
    "user",
  ];
  for (const value of [...refused, "Bearer =user", "Token user", `Bearer ${"a".repeat(9_000)}`, "Bearer user\tx"]) {
    expect([value, await ask(`Authorization: ${value}`)]).toEqual([value, [401]]);
  }
  expect(await ask("Authorization: Bearer user", "Authorization: Bearer user")).toEqual([401]);
  expect(await ask(`Authorization: Bearer ${"a".repeat(64 * 1024)}`)).toEqual([431]);
  expect(await ask("Authorization: Bearer us\0er")).toEqual([400]);
});
