import { declaredRoutes } from "./declared-routes.ts";

/** A call whose path takes an id, and the id of a resource that another user owns. */
export interface ForeignIdRoute {
  method: string;
  path: string;
  foreign: string;
}

export interface Stranger {
  token: string;
  /** Of a device that the stranger trusts. */
  trustId: string;
}

/** The owner's id for the path of each such call. A new call needs a line here. */
const foreignIdOf: Record<string, (stranger: Stranger) => string> = {
  "/api/user/sessions/{id}": ({ token }) => token.split("_")[1] ?? "",
  "/api/user/trusted-devices/{id}": ({ trustId }) => trustId,
};

/** These refuse everyone who is not an admin, whatever the id: AC-01 and AC-03 test them. */
const forAdmins = "/api/admin/";

/** Every call whose path takes an id, with the stranger's id. */
export async function foreignIdRoutes(url: string, stranger: Stranger): Promise<ForeignIdRoute[]> {
  const declared = (await declaredRoutes(url)).filter(({ path }) => path.includes("{") && !path.startsWith(forAdmins));
  return declared.map(({ method, path }) => {
    const foreign = foreignIdOf[path]?.(stranger);
    if (!foreign) throw new Error(`no foreign id is known for ${path}`);
    return { method, path, foreign };
  });
}
