import { redirectUri } from "../../http/applications.ts";
import { type Command, ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request, type Visitor } from "../request.ts";

/** An API with an identifier of its own. `text`: another one each time. */
const apiOf = (text: string) => ({
  resource: `https://${text}.example.com`,
  scopes: [{ name: "invoices:read", description: "Read your invoices" }],
});

const requests = {
  developerAccess: { call: "POST /api/user/enable-developer", comesTo: ["RolesChanged"] },
  registration: {
    call: "POST /api/developer/applications",
    comesTo: ["ApplicationRegistered"],
    appends: ["applications ApplicationCounted", "application ApplicationRegistered"],
    body: () => ({ name: "Ledgerline", redirectUris: [redirectUri] }),
  },
  change: {
    call: "PUT /api/developer/applications/{id}",
    comesTo: ["ApplicationChanged"],
    body: () => ({ name: "Ledger", redirectUris: [redirectUri] }),
  },
  apiDefinition: {
    call: "PUT /api/developer/applications/{id}",
    comesTo: ["ApplicationChanged"],
    appends: ["resource ResourceReserved", "application ApplicationChanged"],
    body: (_, text) => ({ name: "Ledger", redirectUris: [redirectUri], api: apiOf(text) }),
  },
  apiMove: {
    call: "PUT /api/developer/applications/{id}",
    comesTo: ["ApplicationChanged"],
    appends: ["resource ResourceReserved", "application ApplicationChanged", "resource ResourceReleased"],
    body: (_, text) => ({ name: "Ledger", redirectUris: [redirectUri], api: apiOf(text) }),
  },
  secretRotation: { call: "POST /api/developer/applications/{id}/rotate-secret", comesTo: ["ClientSecretRotated"] },
  trust: {
    call: "PUT /api/admin/applications/{id}/trust",
    comesTo: ["ApplicationTrustChanged"],
    body: () => ({ trusted: true }),
  },
  trustedChange: {
    call: "PUT /api/developer/applications/{id}",
    comesTo: ["ApplicationChanged", "TrustedApplicationChangeAnnounced"],
    appends: ["application ApplicationChanged,TrustedApplicationChangeAnnounced"],
    body: () => ({ name: "Ledger", redirectUris: [redirectUri, `${redirectUri}/again`] }),
  },
  suspension: {
    call: "PUT /api/admin/applications/{id}/status",
    comesTo: ["ApplicationSuspended"],
    body: () => ({ isActive: false }),
  },
  suspensionEnd: {
    call: "PUT /api/admin/applications/{id}/status",
    comesTo: ["ApplicationActivated"],
    body: () => ({ isActive: true }),
  },
  deletion: {
    call: "DELETE /api/developer/applications/{id}",
    comesTo: ["ApplicationDeleted"],
    appends: ["application ApplicationDeleted", "resource ResourceReleased", "applications ApplicationUncounted"],
  },
} as const satisfies Record<string, Request>;

export const developerAccess = (visitor: Visitor): Command => ofMember(visitor, requests.developerAccess);

/** `said`: more of its settings. */
export const registerApplication = (visitor: Visitor, said: object = {}): Command =>
  ofMember(visitor, requests.registration, { body: said });

export const developer: Flow = {
  requests,
  async run(visitor, { admin, does }) {
    await does(developerAccess(visitor));
    const { id } = (await does(registerApplication(visitor))).body.application;
    const own = (request: Request) => does(ofMember(visitor, named(request, id)));
    const decides = (request: Request) => does(ofMember(admin, named(request, id)));
    await own(requests.change);
    await own(requests.apiDefinition);
    await own(requests.apiMove);
    await does(stepUp(visitor));
    await own(requests.secretRotation);
    await does(stepUp(admin));
    await decides(requests.trust);
    await own(requests.trustedChange);
    await decides(requests.suspension);
    await decides(requests.suspensionEnd);
    await own(requests.deletion);
  },
};
