import { userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call } from "./client.ts";
import { givenHardwareKey } from "./hardware-key-calls.ts";
import { newPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";
import { enableTotp, givenTrustingUser, isAskedFrom, type TrustingUser } from "./second-factors.ts";

const product = ownProductScene();

const day = 86_400;

/** What ends the trust in every browser, and the password afterwards. */
const ends: Readonly<Record<string, (owner: TrustingUser) => Promise<string>>> = {
  async "a change of the password"({ token, password, trustCookie }) {
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    const headers = { cookie: trustCookie };
    const { status } = await call(product.url, "PUT /api/user/password", { token, headers, body });
    expect(status).toBe(200);
    return newPassword;
  },
  async "a reset of the password"({ email }) {
    await call(product.url, "POST /api/auth/forgot-password", { body: { email } });
    expect((await resetPassword(product.url, await resetTokenTo(product.url, email))).status).toBe(200);
    return newPassword;
  },
  async "turning two-factor authentication off and on"({ token, password }) {
    expect((await call(product.url, "POST /api/auth/2fa/disable", { token })).status).toBe(200);
    await enableTotp(product.url, token, product.now());
    return password;
  },
  async "the loss of a hardware key"({ token, password }) {
    const { keyId } = await givenHardwareKey(product.url, { token });
    expect((await call(product.url, `DELETE /api/user/hardware-keys/${keyId}`, { token })).status).toBe(200);
    return password;
  },
  async deactivation({ id, password }) {
    const said = { person: id };
    await product.happened(userStream(id), { type: "UserDeactivated", data: { userId: id } }, said);
    await product.happened(userStream(id), { type: "UserActivated", data: { userId: id } }, said);
    return password;
  },
};

describe("the trust in every device", () => {
  /** What ends it returns the password afterwards. */
  const expectEnd = async (end: (owner: TrustingUser) => Promise<string>) => {
    const owner = await givenTrustingUser(product.url, product.now());
    expect(await isAskedFrom(product.url, owner.trustCookie, owner)).toBe(false);
    const password = await end(owner);
    expect(await isAskedFrom(product.url, owner.trustCookie, { ...owner, password })).toBe(true);
  };

  it.each(Object.entries(ends))("ends with %s", (_, end) => expectEnd(end));

  it("ends with 30 days", { tags: ["embedded/moves-clock"] }, () =>
    expectEnd(async ({ password }) => {
      product.advance(30 * day);
      return password;
    }),
  );
});
