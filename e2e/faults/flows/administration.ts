import { type Command, ofMember, stepUp, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { addKey, addTotp } from "./second-factors.ts";

const roles = { method: "PUT", path: "/api/admin/users/{id}/roles", comesTo: ["RolesChanged"] } as const;
const status = { method: "PUT", path: "/api/admin/users/{id}/status" } as const;

const requests = {
  promotion: {
    ...roles,
    what: "the role of an admin",
    appends: ["user RolesChanged", "admins AdminListed"],
  },
  deactivation: {
    ...status,
    what: "the deactivation of an admin",
    comesTo: ["UserDeactivated"],
    appends: ["admins AdminUnlisted", "user UserDeactivated"],
  },
  activation: {
    ...status,
    what: "the activation of an admin",
    comesTo: ["UserActivated"],
    appends: ["user UserActivated", "admins AdminListed"],
  },
  demotion: {
    ...roles,
    what: "the end of the role of an admin",
    appends: ["admins AdminUnlisted", "user RolesChanged"],
  },
  factorRemoval: {
    what: "the removal of the second factors of another account",
    method: "DELETE",
    path: "/api/admin/users/{id}/second-factors",
    comesTo: ["OtherSessionsEnded"],
    appends: ["factors TwoFactorDisabled", "keys HardwareKeyRemoved", "user OtherSessionsEnded"],
  },
} as const satisfies Record<string, Request>;

const changeBy = (admin: Visitor, { userId }: Visitor) => ({
  roles: (request: typeof requests.promotion | typeof requests.demotion, isAdmin: boolean): Command =>
    ofMember(admin, { ...named(request, userId), body: { isAdmin, isDeveloper: false, isPro: false } }),
  status: (request: typeof requests.activation | typeof requests.deactivation, isActive: boolean): Command =>
    ofMember(admin, { ...named(request, userId), body: { isActive } }),
});

/** An admin makes the user one, and takes everything back. */
export const administration: Flow = {
  requests,
  async run(visitor, scene) {
    const { admin, does } = scene;
    await addTotp(visitor, scene);
    await addKey(visitor, scene);
    const change = changeBy(admin, visitor);
    await does(stepUp(admin));
    await does(ofMember(admin, named(requests.factorRemoval, visitor.userId)));
    await does(change.roles(requests.promotion, true));
    await does(change.status(requests.deactivation, false));
    await does(change.status(requests.activation, true));
    await does(change.roles(requests.demotion, false));
  },
};
