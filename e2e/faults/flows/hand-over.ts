import { ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { developerAccess, registerApplication } from "./developer.ts";

const requests = {
  handOver: {
    call: "POST /api/admin/applications/{id}/hand-over",
    comesTo: ["ApplicationHandedOver", "ApplicationHandOverAnnounced"],
    appends: [
      "applications ApplicationCounted",
      "application ApplicationHandedOver,ApplicationHandOverAnnounced",
      "applications ApplicationUncounted",
    ],
  },
} as const satisfies Record<string, Request>;

/** A developer leaves an application to another one. */
export const handOver: Flow = {
  requests,
  async run(visitor, { admin, does, another }) {
    const successor = await another();
    await does(developerAccess(successor));
    await does(developerAccess(visitor));
    const { id } = (await does(registerApplication(visitor))).body.application;
    await does(stepUp(admin));
    await does(ofMember(admin, named(requests.handOver, id), { body: { userId: successor.userId } }));
  },
};
