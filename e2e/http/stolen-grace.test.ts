/** @module-tag embedded/moves-clock */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { type Answered, call, emailTo, givenSignedInUser } from "./client.ts";
import { askForErasure, endGrace, keepAccount, ticketOf } from "./erasure-calls.ts";
import { givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";

const hour = 3600;
const lately = [409, "ways_in_changed_lately"];
const outcome = ({ status, body }: Answered) => [status, body.code];

describe("a session that was stolen minutes after its owner signed in", () => {
  let product: InProcess;
  beforeAll(async () => {
    product = await startInProcess();
  });
  afterAll(() => product.remove());

  it("SE-10 cannot end the grace by a passkey that it adds, for 72 hours, and its owner keeps the account", async () => {
    const { url } = product;
    const owner = await givenSignedInUser(url);
    const key = await givenHardwareKey(url, owner);
    await askForErasure(url, owner);
    const signedIn = await signInByPasskey(url, key);
    expect(outcome(signedIn)).toEqual([403, "erasure_requested"]);
    expect(outcome(await endGrace(url, signedIn.body.erasureTicket))).toEqual(lately);

    product.advance(72 * hour - 60);
    const { body } = await signInByPasskey(url, key);
    expect(outcome(await endGrace(url, body.erasureTicket))).toEqual(lately);
    const { text } = await emailTo(url, owner.email, "will be deleted");
    expect(text).toContain("remove passkeys that are not yours");
    expect((await keepAccount(url, /keep-account\?token=([\w-]+)/.exec(text)?.[1] ?? "")).status).toBe(200);
    expect((await signInByPasskey(url, key)).status).toBe(200);
  });

  it("cannot end it by a new password for 72 hours; then the grace can be ended", async () => {
    const { url } = product;
    const owner = await givenSignedInUser(url);
    const [currentPassword, newPassword] = [owner.password, "another horse battery"];
    const body = { currentPassword, newPassword, confirmPassword: newPassword };
    expect((await call(url, "PUT /api/user/password", { token: owner.token, body })).status).toBe(200);
    await askForErasure(url, owner);
    const end = async () => endGrace(url, await ticketOf(url, { ...owner, password: newPassword }));
    expect(outcome(await end())).toEqual(lately);
    product.advance(72 * hour);
    expect((await end()).status).toBe(200);
  });
});
