/** The login screen, which leads back to this request. */
export const loginFor = (search: string): string =>
  `/login?redirect=${encodeURIComponent(search ? `/oauth/authorize?${search}` : "/oauth/authorize")}`;
