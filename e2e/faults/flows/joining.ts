import { randomUUID } from "node:crypto";
import { newPerson } from "../../http/client.ts";
import { tokenOf } from "../../http/joining-calls.ts";
import { command, ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";

const requests = {
  policyChange: {
    call: "PUT /api/admin/sign-up-policy",
    comesTo: ["SignUpPolicySet"],
    // Another one each time. Anyone may join still.
    body: () => ({ mode: "not-domains", domains: [`d${randomUUID()}.example`] }),
  },
  invitation: {
    call: "POST /api/admin/invitations",
    comesTo: ["InvitationMade"],
    body: () => ({ isDeveloper: true }),
  },
  invitedRegistration: {
    call: "POST /api/auth/register",
    comesTo: ["UserRegistered", "InvitationAccepted", "SessionStarted"],
    appends: ["invitation InvitationUsed", "user UserRegistered,InvitationAccepted"],
    reserves: true,
  },
  revocation: { call: "DELETE /api/admin/invitations/{id}", comesTo: ["InvitationRevoked"] },
} as const satisfies Record<string, Request>;

/** An admin decides who may join, and invites a person, who does. */
export const joining: Flow = {
  requests,
  async run(_, { admin, does }) {
    await does(stepUp(admin));
    await does(ofMember(admin, requests.policyChange));
    const { id, url } = (await does(ofMember(admin, requests.invitation))).body.invitation;
    // The newcomer does nothing else.
    await does(command(requests.invitedRegistration, { body: { ...newPerson(), invitation: tokenOf(url) } }));
    await does(ofMember(admin, named(requests.revocation, id)));
  },
};
