import { randomUUID } from "node:crypto";
import { newPerson, type Person } from "../../http/client.ts";
import { tokenOf } from "../../http/joining-calls.ts";
import { type Command, command, ofMember, stepUp, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";

const requests = {
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
const policyChange = (admin: Visitor): Command =>
  ofMember(admin, {
    ...requests.policyChange,
    body: { mode: "not-domains", domains: [`d${randomUUID()}.example`] },
  });

const invitation = (admin: Visitor): Command =>
  ofMember(admin, { ...requests.invitation, body: { isDeveloper: true } });

/** The newcomer does nothing else. */
const invitedRegistration = (person: Person, token: string): Command =>
  command({ ...requests.invitedRegistration, body: { ...person, invitation: token } });

const revocation = (admin: Visitor, id: string): Command => ofMember(admin, named(requests.revocation, id));

/** An admin decides who may join, and invites a person, who does. */
export const joining: Flow = {
  requests,
  async run(_, { admin, does }) {
    await does(stepUp(admin));
    await does(policyChange(admin));
    const { id, url } = (await does(invitation(admin))).body.invitation;
    await does(invitedRegistration(newPerson(), tokenOf(url)));
    await does(revocation(admin, id));
  },
};
