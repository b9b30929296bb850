import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { parseSessionToken } from "@attestory/http/security/session-token.ts";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { call, givenSignedInUser } from "./client.ts";

it("B8 names the session that asked in the metadata of every event that it caused", async () => {
  const product = await sharedProduct();
  const { token, id } = await givenSignedInUser(product.url);
  const sessionId = parseSessionToken(token)?.sessionId ?? "";
  const profile = { firstName: "Ada", lastName: "Lovelace" };
  await call(product.url, "PUT /api/user/profile", { token, body: profile });
  await call(product.url, "POST /api/auth/logout", { token });
  const stored = await product.readLog(async (log) => {
    const [user, session] = [await log.read(userStream(id)), await log.read(sessionStream(sessionId))];
    return [...user.events, ...session.events];
  });
  const asked = { actor: { kind: "user", id }, delegate: null, sessionId };
  for (const type of ["ProfileChanged", "SessionEnded"]) {
    expect(
      stored.find((event) => event.type === type),
      type,
    ).toMatchObject(asked);
  }
  const anyone = { actor: { kind: "anyone", id: "" }, delegate: null, sessionId: null };
  for (const type of ["UserRegistered", "EmailVerified", "SessionStarted"]) {
    expect(
      stored.find((event) => event.type === type),
      type,
    ).toMatchObject(anyone);
  }
});
