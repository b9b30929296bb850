import { at, recorded, someSeal } from "@attestory/event-store/testing/recorded.ts";
import type { InvitationEvent } from "@attestory/events/joining-events.ts";
import { expect, it } from "vitest";
import { folded } from "../testing/given-when-then.ts";
import { everyInvitation, invitations } from "./invitations.ts";
import { signUpPolicy } from "./sign-up-policy.ts";

const [invitationId, userId, adminId] = [
  "5b0c7a1e-3d42-4f86-8a17-9c2e6d4f1b30",
  "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22",
  "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11",
];
const byAdmin = (seconds: number) => ({ recordedAt: at(seconds), actor: { kind: "user", id: adminId } }) as const;
const plain = {
  expiresAt: "2026-03-09T10:00:00.000Z",
  uses: 3,
  adminTerm: 2,
  isAdmin: false,
  isDeveloper: true,
  isPro: false,
};
const forAll = { isAddressed: false, email: null };
const made: InvitationEvent = { type: "InvitationMade", data: { invitationId, ...plain, ...forAll } };
const used: InvitationEvent = { type: "InvitationUsed", data: { invitationId, userId } };
const revoked: InvitationEvent = { type: "InvitationRevoked", data: { invitationId } };

it("JO-07 shows an invitation with its uses and its end, by when it was made", () => {
  const events = [recorded(made, byAdmin(5)), recorded(used), recorded(used), recorded(revoked, byAdmin(9))];
  const document = folded(invitations, events);
  expect(document).toEqual({
    id: invitationId,
    madeAt: at(5).getTime(),
    madeBy: adminId,
    ...plain,
    isAddressed: false,
    used: 2,
    isRevoked: true,
    seal: null,
  });
  const order = String(at(5).getTime()).padStart(15, "0");
  expect(document && invitations.indexes.all?.entry(document)).toEqual({ value: everyInvitation, order });
});

it("D6 keeps the address of an invitation sealed, and nothing sealed of one without an address", () => {
  const sealed = { person: invitationId, sealed: someSeal };
  const data = { invitationId, ...plain, isAddressed: true, email: "ada@example.com" };
  const addressed = recorded({ type: "InvitationMade", data }, sealed);
  const document = folded(invitations, [addressed]);
  const seal = { id: addressed.id, type: "InvitationMade", stream: "user-0", person: invitationId, sealed: "c2VhbGVk" };
  expect(document).toMatchObject({ isAddressed: true, seal });
  expect(JSON.stringify(document)).not.toContain(data.email);
  expect(folded(invitations, [recorded(made, sealed)])).toMatchObject({ isAddressed: false, seal: null });
});

it("JO-07 shows nothing of an invitation that was never made", () => {
  expect(folded(invitations, [recorded(used)])).toBeNull();
});

it("JO-01 shows the newest policy, and who set it when", () => {
  const set = (mode: "open" | "closed", seconds: number) =>
    recorded({ type: "SignUpPolicySet", data: { mode, domains: ["example.com"] } }, byAdmin(seconds));
  const events = [set("closed", 1), set("open", 2)];
  const setAt = at(2).toISOString();
  expect(folded(signUpPolicy, events)).toEqual({ mode: "open", domains: ["example.com"], setAt, setBy: adminId });
});
