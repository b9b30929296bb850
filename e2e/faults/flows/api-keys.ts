import { ofMember, stepUp } from "../commands.ts";
import type { Flow, Scene } from "../flow.ts";
import { named, type Request, type Visitor } from "../request.ts";

const requests = {
  proAccess: {
    call: "PUT /api/admin/users/{id}/roles",
    comesTo: ["RolesChanged"],
    body: () => ({ isAdmin: false, isDeveloper: false, isPro: true }),
  },
  creation: {
    call: "POST /api/developer/api-keys",
    comesTo: ["ApiKeyCreated"],
    appends: ["apiKeys ApiKeyCounted", "apiKey ApiKeyCreated"],
    body: () => ({ name: "Nightly report" }),
  },
  revocation: {
    call: "DELETE /api/developer/api-keys/{id}",
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
  await does(ofMember(admin, named(requests.proAccess, visitor.userId)));
  return (await does(ofMember(visitor, requests.creation))).body.apiKey;
}

export const apiKeys: Flow = {
  requests,
  async run(visitor, scene) {
    const { id } = await givenKey(visitor, scene);
    await scene.does(ofMember(visitor, named(requests.revocation, id)));
  },
};
