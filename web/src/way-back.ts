import { browserStorage } from "./browser-storage.ts";

/** The path, with the `redirect` of this page: a detour through registration or a forgotten password still leads back. */
export function withWayBack(path: string): string {
  const redirect = new URLSearchParams(location.search).get("redirect");
  return redirect === null ? path : `${path}?redirect=${encodeURIComponent(redirect)}`;
}

export const wayBackKey = "way-back";
export const forgetWayBack = (): void => browserStorage.removeItem(wayBackKey);
