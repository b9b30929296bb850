import { care, endSessions, removeFactors, rename, secure, setRoles, setStatus } from "./admins.ts";
import { becomes, givenApiKey } from "./api-key-calls.ts";
import { registerApplication } from "./applications.ts";
import { call, givenSignedInUser, newPerson, register } from "./client.ts";
import { allowSource, removeSource } from "./document-host.ts";
import { givenParties, givenTokens } from "./grants.ts";
import type { CommandSide, Revocation } from "./revocation.ts";

/** An admin, also where no query tells. */
export async function givenAdmin(product: CommandSide) {
  const admin = await givenSignedInUser(product.url);
  await becomes(product, admin.id, { isAdmin: true, isDeveloper: true });
  return admin;
}

/** An admin, and the account that they decide about. */
const givenBoth = async (product: CommandSide) => ({
  by: await givenAdmin(product),
  of: await givenSignedInUser(product.url),
});

/** A call by an admin about an application. */
async function givenDecision(product: CommandSide, method: string, what = "") {
  const { token, id: userId } = await givenAdmin(product);
  const { id } = await registerApplication(product.url);
  const request = `${method} /api/admin/applications/${id}${what}`;
  return { userId, decide: (body?: object) => call(product.url, request, { token, body }) };
}

/** What admins decide about accounts, applications and what users allowed. */
export const adminRevocations: readonly Revocation[] = [
  {
    route: "DELETE /api/admin/users/{id}/sessions",
    what: "the end of all sessions of an account",
    async prepare(product) {
      const act = await givenBoth(product);
      return () => endSessions(product.url, act);
    },
  },
  {
    route: "DELETE /api/admin/users/{id}/second-factors",
    what: "the end of an account's second factors and sessions",
    async prepare(product) {
      const act = await givenBoth(product);
      return () => removeFactors(product.url, act);
    },
  },
  {
    route: "POST /api/admin/users/{id}/force-reset",
    what: "a forced reset of a password",
    async prepare(product) {
      const act = await givenBoth(product);
      return () => care(product.url, act, "force-reset");
    },
  },
  {
    route: "POST /api/admin/users/{id}/secure",
    what: "an account that an admin secures",
    async prepare(product) {
      const act = await givenBoth(product);
      return () => secure(product.url, act);
    },
  },
  {
    route: "PUT /api/admin/users/{id}/status",
    what: "a deactivation",
    async prepare(product) {
      const act = await givenBoth(product);
      return () => setStatus(product.url, act, false);
    },
  },
  {
    route: "PUT /api/admin/users/{id}/roles",
    what: "the end of a role",
    async prepare(product) {
      const act = await givenBoth(product);
      await becomes(product, act.of.id, { isPro: true });
      return () => setRoles(product.url, act, {});
    },
  },
  // The next three end nothing. They wait like all that admins do for accounts.
  {
    route: "PUT /api/admin/users/{id}",
    what: "another name of an account",
    async prepare(product) {
      const act = await givenBoth(product);
      return () => rename(product.url, act, { firstName: "Ada", lastName: "" });
    },
  },
  {
    route: "POST /api/admin/users/{id}/lift-limits",
    what: "the end of an account's waits",
    async prepare(product) {
      const act = await givenBoth(product);
      return () => care(product.url, act, "lift-limits");
    },
  },
  {
    route: "POST /api/admin/users/{id}/resend-verification",
    what: "another link to an address",
    async prepare(product) {
      const by = await givenAdmin(product);
      const { user: of } = await register(product.url, newPerson());
      return () => care(product.url, { by, of }, "resend-verification");
    },
  },
  {
    route: "PUT /api/admin/applications/{id}/status",
    what: "a suspension",
    async prepare(product) {
      const { decide } = await givenDecision(product, "PUT", "/status");
      return () => decide({ isActive: false });
    },
  },
  {
    route: "PUT /api/admin/applications/{id}/trust",
    what: "the end of trust",
    async prepare(product) {
      const { decide } = await givenDecision(product, "PUT", "/trust");
      await decide({ trusted: true });
      return () => decide({ trusted: false });
    },
  },
  {
    route: "POST /api/admin/applications/{id}/hand-over",
    what: "another owner of an application",
    async prepare(product) {
      const { decide, userId } = await givenDecision(product, "POST", "/hand-over");
      return () => decide({ userId });
    },
  },
  {
    route: "POST /api/admin/signing-keys/rotate",
    what: "the end of keys that are compromised",
    async prepare(product) {
      const { token } = await givenAdmin(product);
      const body = { reason: "compromised" };
      return () => call(product.url, "POST /api/admin/signing-keys/rotate", { token, body });
    },
  },
  {
    route: "DELETE /api/admin/applications/{id}",
    what: "the end of any application",
    async prepare(product) {
      const { decide } = await givenDecision(product, "DELETE");
      return () => decide();
    },
  },
  {
    route: "DELETE /api/admin/client-sources/{id}",
    what: "the end of applications that describe themselves",
    async prepare(product) {
      const admin = await givenAdmin(product);
      const allowed = await allowSource(product.url, admin, `${crypto.randomUUID()}.example`);
      return () => removeSource(product.url, admin, allowed);
    },
  },
  {
    route: "DELETE /api/admin/api-keys/{id}",
    what: "the end of any API key",
    async prepare(product) {
      const { by, of } = await givenBoth(product);
      const { id } = await givenApiKey(product, of);
      return () => call(product.url, `DELETE /api/admin/api-keys/${id}`, { token: by.token });
    },
  },
  {
    route: "DELETE /api/admin/consents/{userId}/{applicationId}",
    what: "the end of any consent",
    async prepare(product) {
      const { token } = await givenAdmin(product);
      const parties = await givenParties(product.url);
      await givenTokens(parties);
      const request = `DELETE /api/admin/consents/${parties.user.id}/${parties.application.id}`;
      return () => call(product.url, request, { token });
    },
  },
];
