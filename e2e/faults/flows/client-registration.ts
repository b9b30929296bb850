import { redirectUri } from "../../http/applications.ts";
import { command, ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";

const requests = {
  rolesOfMaker: {
    call: "PUT /api/admin/users/{id}/roles",
    comesTo: ["RolesChanged"],
    body: () => ({ isAdmin: true, isDeveloper: true, isPro: false }),
  },
  initialToken: {
    call: "POST /api/admin/initial-access-tokens",
    comesTo: ["InitialAccessTokenMade"],
    body: () => ({ label: "Build server", uses: 9 }),
  },
  // An idempotency key has no effect: a repeat registers another one.
  clientRegistration: {
    call: "POST /api/oauth/register",
    comesTo: [],
    appends: [
      "initialAccessToken InitialAccessTokenUsed",
      "applications ApplicationCounted",
      "application ApplicationRegistered",
    ],
  },
  initialTokenRevocation: {
    call: "DELETE /api/admin/initial-access-tokens/{id}",
    comesTo: ["InitialAccessTokenRevoked"],
  },
  registrationAccessEnd: {
    call: "DELETE /api/developer/applications/{id}/registration-access",
    comesTo: ["RegistrationAccessEnded"],
  },
} as const satisfies Record<string, Request>;

/** A new admin makes a token, and an application registers with it. */
export const clientRegistration: Flow = {
  requests,
  async run(maker, { admin, does }) {
    await does(stepUp(admin));
    await does(ofMember(admin, named(requests.rolesOfMaker, maker.userId)));
    await does(stepUp(maker));
    const { id, token } = (await does(ofMember(maker, requests.initialToken))).body.initialAccessToken;
    const registered = await does(
      command(requests.clientRegistration, { token, body: { redirect_uris: [redirectUri] } }),
    );
    await does(ofMember(maker, named(requests.registrationAccessEnd, registered.body.client_id)));
    await does(ofMember(maker, named(requests.initialTokenRevocation, id)));
  },
};
