import { ofMember, stepUp, type Visitor } from "../commands.ts";
import type { Flow, Scene } from "../flow.ts";
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

export interface GivenKey {
  id: string;
  keyValue: string;
}

/** Becomes a Pro user, and creates an API key. */
export async function givenKey(visitor: Visitor, { admin, does }: Scene): Promise<GivenKey> {
  await does(stepUp(admin));
  const roles = { isAdmin: false, isDeveloper: false, isPro: true };
  await does(ofMember(admin, { ...named(requests.proAccess, visitor.userId), body: roles }));
  const created = await does(ofMember(visitor, { ...requests.creation, body: { name: "Nightly report" } }));
  return created.body.apiKey;
}

export const apiKeys: Flow = {
  requests,
  async run(visitor, scene) {
    const { id } = await givenKey(visitor, scene);
    await scene.does(ofMember(visitor, named(requests.revocation, id)));
  },
};
