import type { InvitationEvent } from "@attestory/events/joining-events.ts";
import { describe, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { type InvitationCommand, invitation } from "./invitation.ts";

const id = "5b0c7a1e-3d42-4f86-8a17-9c2e6d4f1b30";
const [ada, ben, eve] = [
  "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11",
  "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22",
  "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55",
] as const;
const t0 = new Date("2026-03-02T10:00:00.000Z");
const expiresAt = new Date("2026-03-09T10:00:00.000Z");
const before = (at: Date, ms: number) => new Date(at.getTime() - ms);
const roles = { isAdmin: false, isDeveloper: true, isPro: false };
const facts = { invitationId: id, adminTerm: 1, expiresAt: expiresAt.toISOString(), ...roles };
const made = (uses = 1, email: string | null = null): InvitationEvent => ({
  type: "InvitationMade",
  data: { ...facts, uses, isAddressed: email !== null, email },
});
const used = (userId: string): InvitationEvent => ({ type: "InvitationUsed", data: { invitationId: id, userId } });
const revoked: InvitationEvent = { type: "InvitationRevoked", data: { invitationId: id } };
const use = (userId: string, { canonical = "ada@example.com", now = t0 } = {}): InvitationCommand => ({
  type: "use",
  userId,
  canonical,
  now,
});
const past = given(invitation);

describe("an invitation", () => {
  const make: InvitationCommand = {
    type: "make",
    invitationId: id,
    adminTerm: 1,
    expiresAt,
    uses: 3,
    email: null,
    ...roles,
  };

  it("JO-03 is made once, with its expiry, uses, roles and address", () => {
    past().when(make).gives(made(3));
    past()
      .when({ ...make, uses: 1, email: "Ada@Example.com" })
      .gives(made(1, "Ada@Example.com"));
    past(made(3)).when(make).refuses("made-already");
  });
  it("JO-03 is used as often as it allows, by another account each time", () => {
    past(made(2)).when(use(ada)).gives(used(ada));
    past(made(2), used(ada)).when(use(ben)).gives(used(ben));
    past(made(2), used(ada), used(ben)).when(use(eve)).refuses("invalid-invitation");
  });
  it("JO-03 is not used again by a registration that continues", () => {
    past(made(1), used(ada)).when(use(ada)).gives();
    past(made(1), used(ada), revoked).when(use(ada)).gives();
  });
  it("JO-04 works until the moment when it expires", () => {
    past(made())
      .when(use(ada, { now: before(expiresAt, 1) }))
      .gives(used(ada));
    past(made())
      .when(use(ada, { now: expiresAt }))
      .refuses("invalid-invitation");
  });
  it("JO-04 does not work once it is revoked", () => {
    past(made(5), revoked).when(use(ada)).refuses("invalid-invitation");
    past(made(5), used(ada)).when({ type: "revoke" }).gives(revoked);
    past(made(5), revoked).when({ type: "revoke" }).gives();
    past().when({ type: "revoke" }).refuses("no-such-invitation");
    past().when(use(ada)).refuses("invalid-invitation");
  });
  it("JO-05 for one address works for any spelling of it, and for no other", () => {
    const addressed = made(1, "Ada@Bücher.example");
    past(addressed)
      .when(use(ada, { canonical: "ada@xn--bcher-kva.example" }))
      .gives(used(ada));
    past(addressed)
      .when(use(ada, { canonical: "eve@xn--bcher-kva.example" }))
      .refuses("other-address");
  });
  it("JO-05 works for nobody once its address is erased", () => {
    const erased: InvitationEvent = {
      type: "InvitationMade",
      data: { ...facts, uses: 1, isAddressed: true, email: null },
    };
    past(erased).when(use(ada)).refuses("other-address");
  });
});
