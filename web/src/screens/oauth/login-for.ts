const path = "/oauth/authorize";

/** The request that the screen at this address leads back to. Null if it leads elsewhere. */
export function authorizationSearch(search: string): URLSearchParams | null {
  const target = new URLSearchParams(search).get("redirect") ?? "";
  return target.startsWith(`${path}?`) ? new URLSearchParams(target.slice(path.length)) : null;
}

/** The sign-in screen, or the registration if the request asks for a new account. Both lead back to this request. */
export function loginFor(search: string): string {
  const prompts = new URLSearchParams(search).get("prompt")?.split(" ") ?? [];
  const screen = prompts.includes("create") ? "/register" : "/login";
  return `${screen}?redirect=${encodeURIComponent(search ? `${path}?${search}` : path)}`;
}
