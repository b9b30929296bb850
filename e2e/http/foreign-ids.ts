import { declaredRoutes } from "./declared-routes.ts";

/** A call whose path takes an id, and the id of something that another person has. */
export interface ForeignIdRoute {
  method: string;
  path: string;
  foreign: string;
}

/** Whose id stands in the path of each such call. A new one needs its line here. */
const foreignIdOf: Record<string, (stranger: { token: string }) => string> = {
  "/api/user/sessions/{id}": ({ token }) => token.split("_")[1] ?? "",
};

/** Every call whose path takes an id, with the id that is the stranger's. */
export async function foreignIdRoutes(url: string, stranger: { token: string }): Promise<ForeignIdRoute[]> {
  const declared = (await declaredRoutes(url)).filter(({ path }) => path.includes("{"));
  return declared.map(({ method, path }) => {
    const foreign = foreignIdOf[path]?.(stranger);
    if (!foreign) throw new Error(`no foreign id is known for ${path}`);
    return { method, path, foreign };
  });
}
