/** The sign-in screen, or the registration if the request asks for a new account. Both lead back to this request. */
export function loginFor(search: string): string {
  const prompts = new URLSearchParams(search).get("prompt")?.split(" ") ?? [];
  const screen = prompts.includes("create") ? "/register" : "/login";
  return `${screen}?redirect=${encodeURIComponent(search ? `/oauth/authorize?${search}` : "/oauth/authorize")}`;
}
