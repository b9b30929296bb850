import { ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";

const requests = {
  allowedSource: {
    call: "POST /api/admin/client-sources",
    comesTo: ["ClientSourceAllowed"],
    body: () => ({ address: `${crypto.randomUUID()}.example` }),
  },
  removedSource: {
    call: "DELETE /api/admin/client-sources/{id}",
    comesTo: ["ClientSourceRemoved"],
  },
} as const satisfies Record<string, Request>;

/** An admin lets applications from an address describe themselves, and no longer. */
export const clientSources: Flow = {
  requests,
  async run(_, { admin, does }) {
    await does(stepUp(admin));
    const { id } = (await does(ofMember(admin, requests.allowedSource))).body.clientSource;
    await does(ofMember(admin, named(requests.removedSource, id)));
  },
};
