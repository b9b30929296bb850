import { registerApplication } from "./applications.ts";
import { declaredRoutes } from "./declared-routes.ts";
import { exampleValue } from "./example-value.ts";
import { givenHardwareKey } from "./hardware-key-calls.ts";

/** A call whose path takes an id, and the id of a resource that another user owns. */
export interface ForeignIdRoute {
  method: string;
  path: string;
  foreign: string;
  /** JSON that the call accepts; null if it takes none. */
  body: string | null;
}

export interface Stranger {
  token: string;
  /** Of a device that the stranger trusts. */
  trustId: string;
  apiKeyId: string;
}

/** The owner's id for the path of each such call. A new call needs a line here. */
const foreignIdOf: Record<string, (url: string, stranger: Stranger) => Promise<string>> = {
  "/api/user/sessions/{id}": async (_, { token }) => token.split("_")[1] ?? "",
  "/api/developer/applications/{id}/claims": async (url) => (await registerApplication(url)).id,
  "/api/developer/applications/{id}/requests": async (url) => (await registerApplication(url)).id,
  "/api/developer/api-keys/{id}": async (_, { apiKeyId }) => apiKeyId,
  "/api/user/trusted-devices/{id}": async (_, { trustId }) => trustId,
  "/api/user/connected-apps/{id}": async (url) => (await registerApplication(url)).id,
  "/api/developer/applications/{id}": async (url) => (await registerApplication(url)).id,
  "/api/developer/applications/{id}/rotate-secret": async (url) => (await registerApplication(url)).id,
  "/api/user/hardware-keys/{keyId}": async (url, stranger) => (await givenHardwareKey(url, stranger)).keyId,
};

/** These refuse everyone who is not an admin, whatever the id: AC-01 and AC-03 test them. */
const forAdmins = "/api/admin/";

/** Every call whose path takes an id, with the stranger's id. */
export async function foreignIdRoutes(url: string, stranger: Stranger): Promise<ForeignIdRoute[]> {
  const declared = (await declaredRoutes(url)).filter(
    // What is open to anyone has no owner.
    ({ path, open }) => path.includes("{") && !path.startsWith(forAdmins) && !open,
  );
  return Promise.all(
    declared.map(async ({ method, path, body }) => {
      const foreign = await foreignIdOf[path]?.(url, stranger);
      if (!foreign) throw new Error(`no foreign id is known for ${path}`);
      return { method, path, foreign, body: body && JSON.stringify(exampleValue(body)) };
    }),
  );
}
