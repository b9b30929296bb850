import { authorizationSearch } from "../oauth/login-for.ts";

const longestAddress = 254;

/** The address that an application expects (`login_hint`, OpenID Connect Core section 3.1.2.1). Empty if it is none. */
export function loginHint(search: string): string {
  // The service itself adds that of a request by reference.
  const said = authorizationSearch(search)?.get("login_hint") ?? new URLSearchParams(search).get("login_hint");
  const hint = said ?? "";
  return hint.length <= longestAddress && /^[^\s@]+@[^\s@]+$/.test(hint) ? hint : "";
}
