import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, member, signIn } from "./client.ts";

let stack: SharedProduct;
beforeAll(async () => {
  stack = await sharedProduct();
});

/** Sends all of a request but its last byte; the function that it gives sends that one and answers the status. */
async function heldBack(method: string, path: string, token: string, body: string): Promise<() => Promise<number>> {
  const { hostname, port, host } = new URL(stack.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...[`Host: ${host}`, `Authorization: Bearer ${token}`, "Connection: close"],
    ...["Content-Type: application/json", `Content-Length: ${body.length}`],
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n${body.slice(0, -1)}`);
  // Long enough for the head to have been read and the session to have been found good.
  await wait(300);
  return async () => {
    let answer = "";
    socket.on("data", (bytes) => (answer += bytes));
    socket.write(body.slice(-1));
    await once(socket, "close");
    return Number(answer.split(" ")[1]);
  };
}

it("RC-14 a session that was ended while its request came in does nothing any more, and brings itself back by nothing", async () => {
  const owner = await member(stack.url);
  const newPassword = "another correct horse";
  const thief = await signIn(stack.url, owner);
  const requests = await Promise.all([
    heldBack("DELETE", "/api/user/sessions", thief, "{}"),
    heldBack("PUT", "/api/user/profile", thief, JSON.stringify({ firstName: "Mallory", lastName: "" })),
    heldBack(
      "PUT",
      "/api/user/password",
      thief,
      JSON.stringify({ currentPassword: newPassword, newPassword: "stolen horse", confirmPassword: "stolen horse" }),
    ),
    heldBack("DELETE", `/api/user/sessions/${owner.token.split("_")[1]}`, thief, "{}"),
  ]);
  const body = { currentPassword: owner.password, newPassword, confirmPassword: newPassword };
  expect((await call(stack.url, "PUT", "/api/user/password", { token: owner.token, body })).status).toBe(200);
  expect(await Promise.all(requests.map((release) => release()))).toEqual([401, 401, 401, 401]);
  expect((await call(stack.url, "GET", "/api/auth/me", { token: thief })).status).toBe(401);
  const me = await call(stack.url, "GET", "/api/auth/me", { token: owner.token });
  expect([me.status, me.body.user.firstName]).toEqual([200, null]);
});

it("one Idempotency-Key with two bodies at the same moment changes one thing, and tells the other", async () => {
  const { token } = await member(stack.url);
  for (let round = 0; round < 10; round++) {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const names = ["One", "Two"].map((name) => `${name} ${round}`);
    const answers = await Promise.all(
      names.map((firstName) =>
        call(stack.url, "PUT", "/api/user/profile", { token, headers, body: { firstName, lastName: "" } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("idempotency_key_reused");
    const won = answers.findIndex(({ status }) => status === 200);
    const mark = { "x-log-position": answers[won]?.headers.get("x-log-position") ?? "" };
    const me = await call(stack.url, "GET", "/api/auth/me", { token, headers: mark });
    expect(me.body.user.firstName).toBe(names[won]);
  }
});
