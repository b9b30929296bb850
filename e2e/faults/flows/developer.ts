import { redirectUri } from "../../http/applications.ts";
import { type Command, ofMember, stepUp, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";

const requests = {
  developerAccess: {
    what: "the role of a developer",
    method: "POST",
    path: "/api/user/enable-developer",
    comesTo: ["RolesChanged"],
  },
  registration: {
    what: "an application",
    method: "POST",
    path: "/api/developer/applications",
    comesTo: ["ApplicationRegistered"],
    appends: ["applications ApplicationCounted", "application ApplicationRegistered"],
  },
  change: {
    what: "a change of an application",
    method: "PUT",
    path: "/api/developer/applications/{id}",
    comesTo: ["ApplicationChanged"],
  },
  secretRotation: {
    what: "another secret of an application",
    method: "POST",
    path: "/api/developer/applications/{id}/rotate-secret",
    comesTo: ["ClientSecretRotated"],
  },
  trust: {
    what: "the trust in an application",
    method: "PUT",
    path: "/api/admin/applications/{id}/trust",
    comesTo: ["ApplicationTrustChanged"],
  },
  trustedChange: {
    what: "another redirect URI of a trusted application",
    method: "PUT",
    path: "/api/developer/applications/{id}",
    comesTo: ["ApplicationChanged", "TrustedApplicationChangeAnnounced"],
    appends: ["application ApplicationChanged,TrustedApplicationChangeAnnounced"],
  },
  suspension: {
    what: "the suspension of an application",
    method: "PUT",
    path: "/api/admin/applications/{id}/status",
    comesTo: ["ApplicationSuspended"],
  },
  suspensionEnd: {
    what: "the end of the suspension of an application",
    method: "PUT",
    path: "/api/admin/applications/{id}/status",
    comesTo: ["ApplicationActivated"],
  },
  deletion: {
    what: "the deletion of an application",
    method: "DELETE",
    path: "/api/developer/applications/{id}",
    comesTo: ["ApplicationDeleted"],
    appends: ["application ApplicationDeleted", "applications ApplicationUncounted"],
  },
} as const satisfies Record<string, Request>;

export const developerAccess = (visitor: Visitor): Command => ofMember(visitor, requests.developerAccess);

export const registerApplication = (visitor: Visitor): Command =>
  ofMember(visitor, { ...requests.registration, body: { name: "Ledgerline", redirectUris: [redirectUri] } });

const change = (visitor: Visitor, id: string): Command =>
  ofMember(visitor, { ...named(requests.change, id), body: { name: "Ledger", redirectUris: [redirectUri] } });

const trustedChange = (visitor: Visitor, id: string): Command =>
  ofMember(visitor, {
    ...named(requests.trustedChange, id),
    body: { name: "Ledger", redirectUris: [redirectUri, `${redirectUri}/again`] },
  });

const decision = (admin: Visitor, id: string) => ({
  trust: () => ofMember(admin, { ...named(requests.trust, id), body: { trusted: true } }),
  suspension: () => ofMember(admin, { ...named(requests.suspension, id), body: { isActive: false } }),
  suspensionEnd: () => ofMember(admin, { ...named(requests.suspensionEnd, id), body: { isActive: true } }),
});

export const developer: Flow = {
  requests,
  async run(visitor, { admin, does }) {
    await does(developerAccess(visitor));
    const { id } = (await does(registerApplication(visitor))).body.application;
    await does(change(visitor, id));
    await does(stepUp(visitor));
    await does(ofMember(visitor, named(requests.secretRotation, id)));
    await does(stepUp(admin));
    const decide = decision(admin, id);
    await does(decide.trust());
    await does(trustedChange(visitor, id));
    await does(decide.suspension());
    await does(decide.suspensionEnd());
    await does(ofMember(visitor, named(requests.deletion, id)));
  },
};
