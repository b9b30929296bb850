import { randomUUID } from "node:crypto";
import type { Person } from "../http/client.ts";
import { type Command, command, ofMember, type Visitor } from "./commands.ts";
import type { Request } from "./request.ts";

/** What clients request about who may join. */
export const joiningRequests = {
  policyChange: {
    what: "a change of the sign-up policy",
    method: "PUT",
    path: "/api/admin/sign-up-policy",
    comesTo: ["SignUpPolicySet"],
  },
  invitation: {
    what: "an invitation",
    method: "POST",
    path: "/api/admin/invitations",
    comesTo: ["InvitationMade"],
  },
  invitedRegistration: {
    what: "a registration with an invitation",
    method: "POST",
    path: "/api/auth/register",
    comesTo: ["UserRegistered", "InvitationAccepted", "SessionStarted"],
    appends: ["invitation InvitationUsed", "user UserRegistered,InvitationAccepted"],
  },
  revocation: {
    what: "the end of an invitation",
    method: "DELETE",
    path: "/api/admin/invitations/{id}",
    comesTo: ["InvitationRevoked"],
  },
} as const satisfies Record<string, Request>;

/** Another one each time. Anyone may join still. */
export const policyChange = (admin: Visitor): Command =>
  ofMember(admin, {
    ...joiningRequests.policyChange,
    body: { mode: "not-domains", domains: [`d${randomUUID()}.example`] },
  });

export const invitation = (admin: Visitor): Command =>
  ofMember(admin, { ...joiningRequests.invitation, body: { isDeveloper: true } });

/** The newcomer does nothing else. */
export const invitedRegistration = (person: Person, token: string): Command =>
  command({ ...joiningRequests.invitedRegistration, body: { ...person, invitation: token } });

export const revocation = (admin: Visitor, id: string): Command =>
  ofMember(admin, { ...joiningRequests.revocation, path: `/api/admin/invitations/${id}` });
