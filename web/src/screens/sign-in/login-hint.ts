import { authorizationSearch } from "../oauth/login-for.ts";

const longestAddress = 254;

/** The address that an application expects (`login_hint`, OpenID Connect Core section 3.1.2.1). Empty if it is none. */
export function loginHint(search: string): string {
  const hint = authorizationSearch(search)?.get("login_hint") ?? "";
  return hint.length <= longestAddress && /^[^\s@]+@[^\s@]+$/.test(hint) ? hint : "";
}
