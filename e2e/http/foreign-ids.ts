import { forAdmins } from "./access-table.ts";
import { registerApplication } from "./applications.ts";
import { type DeclaredRoute, declaredRoutes } from "./declared-routes.ts";
import { exampleValue } from "./example-value.ts";
import { valuesOfKeys } from "./good-writes.ts";
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

/** The owner's id for the paths that begin like this. A call of a new resource needs a line here. */
const foreignIdOf: Record<string, (url: string, stranger: Stranger) => Promise<string>> = {
  "/api/user/sessions/": async (_, { token }) => token.split("_")[1] ?? "",
  "/api/developer/applications/": async (url) => (await registerApplication(url)).id,
  "/api/developer/api-keys/": async (_, { apiKeyId }) => apiKeyId,
  "/api/user/trusted-devices/": async (_, { trustId }) => trustId,
  "/api/user/connected-apps/": async (url) => (await registerApplication(url)).id,
  "/api/user/hardware-keys/": async (url, stranger) => (await givenHardwareKey(url, stranger)).keyId,
};

/** Every call whose path takes an id, with the stranger's id. */
export async function foreignIdRoutes(url: string, stranger: Stranger): Promise<ForeignIdRoute[]> {
  const declared = (await declaredRoutes(url)).filter(
    // Calls for admins refuse everyone else, whatever the id: AC-01 and AC-03 test them. What is open to anyone has no owner.
    ({ path, open }) => path.includes("{") && !path.startsWith(forAdmins) && !open,
  );
  return Promise.all(
    declared.map(async ({ method, path, body }) => {
      const foreign = await foreignIdOf[path.slice(0, path.indexOf("{"))]?.(url, stranger);
      if (!foreign) throw new Error(`no foreign id is known for ${path}`);
      return { method, path, foreign, body: body && JSON.stringify(exampleBody(body)) };
    }),
  );
}

function exampleBody(body: NonNullable<DeclaredRoute["body"]>): unknown {
  const example = exampleValue(body);
  return Object.hasOwn(body.properties ?? {}, "jwks") ? { ...(example as object), ...valuesOfKeys } : example;
}
