import { ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";

const requests = {
  proAccess: {
    what: "the role of a Pro user",
    method: "PUT",
    path: "/api/admin/users/{id}/roles",
    comesTo: ["RolesChanged"],
  },
  creation: {
    what: "an API key",
    method: "POST",
    path: "/api/developer/api-keys",
    comesTo: ["ApiKeyCreated"],
    appends: ["apiKeys ApiKeyCounted", "apiKey ApiKeyCreated"],
  },
  revocation: {
    what: "the end of an API key",
    method: "DELETE",
    path: "/api/developer/api-keys/{id}",
    comesTo: ["ApiKeyRevoked"],
    appends: ["apiKey ApiKeyRevoked", "apiKeys ApiKeyUncounted"],
  },
} as const satisfies Record<string, Request>;

export const apiKeys: Flow = {
  requests,
  async run(visitor, { admin, does }) {
    await does(stepUp(admin));
    const roles = { isAdmin: false, isDeveloper: false, isPro: true };
    await does(ofMember(admin, { ...named(requests.proAccess, visitor.userId), body: roles }));
    const created = await does(ofMember(visitor, { ...requests.creation, body: { name: "Nightly report" } }));
    await does(ofMember(visitor, named(requests.revocation, created.body.apiKey.id)));
  },
};
