import { redirectUri } from "../http/applications.ts";
import { type Command, ofMember, type Visitor } from "./commands.ts";
import { flowRequests as requests } from "./flow-requests.ts";

const named = <Of extends { path: string }>(request: Of, id: string): Of => ({
  ...request,
  path: request.path.replace("{id}", id),
});

export const developerAccess = (visitor: Visitor): Command => ofMember(visitor, requests.developerAccess);

export const applicationRegistration = (visitor: Visitor): Command =>
  ofMember(visitor, {
    ...requests.applicationRegistration,
    body: { name: "Ledgerline", redirectUris: [redirectUri] },
  });

export const applicationChange = (visitor: Visitor, id: string): Command =>
  ofMember(visitor, {
    ...named(requests.applicationChange, id),
    body: { name: "Ledger", redirectUris: [redirectUri] },
  });

export const secretRotation = (visitor: Visitor, id: string): Command =>
  ofMember(visitor, named(requests.secretRotation, id));

export const applicationDeletion = (visitor: Visitor, id: string): Command =>
  ofMember(visitor, named(requests.applicationDeletion, id));

export const applicationTrust = (admin: Visitor, id: string): Command =>
  ofMember(admin, { ...named(requests.applicationTrust, id), body: { trusted: true } });

export const suspension = (admin: Visitor, id: string): Command =>
  ofMember(admin, { ...named(requests.suspension, id), body: { isActive: false } });

export const suspensionEnd = (admin: Visitor, id: string): Command =>
  ofMember(admin, { ...named(requests.suspensionEnd, id), body: { isActive: true } });
