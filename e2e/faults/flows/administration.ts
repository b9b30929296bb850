import { ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { addKey, addTotp } from "./second-factors.ts";

const roles = { call: "PUT /api/admin/users/{id}/roles", comesTo: ["RolesChanged"] } as const;
const status = { call: "PUT /api/admin/users/{id}/status" } as const;

const requests = {
  factorRemoval: {
    call: "DELETE /api/admin/users/{id}/second-factors",
    comesTo: ["OtherSessionsEnded"],
    appends: ["factors TwoFactorDisabled", "keys HardwareKeyRemoved", "user OtherSessionsEnded"],
  },
  promotion: {
    ...roles,
    appends: ["user RolesChanged", "admins AdminListed"],
    body: () => ({ isAdmin: true, isDeveloper: false, isPro: false }),
  },
  deactivation: {
    ...status,
    comesTo: ["UserDeactivated"],
    appends: ["admins AdminUnlisted", "user UserDeactivated"],
    body: () => ({ isActive: false }),
  },
  activation: {
    ...status,
    comesTo: ["UserActivated"],
    appends: ["user UserActivated", "admins AdminListed"],
    body: () => ({ isActive: true }),
  },
  demotion: {
    ...roles,
    appends: ["admins AdminUnlisted", "user RolesChanged"],
    body: () => ({ isAdmin: false, isDeveloper: false, isPro: false }),
  },
} as const satisfies Record<string, Request>;

/** An admin removes the second factors of the user, makes the user one, and takes everything back. */
export const administration: Flow = {
  requests,
  async run(visitor, scene) {
    const { admin, does } = scene;
    await addTotp(visitor, scene);
    await addKey(visitor, scene);
    await does(stepUp(admin));
    for (const request of Object.values<Request>(requests)) await does(ofMember(admin, named(request, visitor.userId)));
  },
};
