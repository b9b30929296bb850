import { WrongAddress } from "../../wrong-address.ts";

export interface Credentials {
  username: string;
  password: string;
}

const userInfo = /^([^:]+:\/\/)([^:@/]+):([^@]+)@/;
export const wrongAddress = (what: string) => new WrongAddress("EVENT_LOG", what);

/** Parses `user:password` from a connection string as the client does. @throws WrongAddress */
export function credentialsIn(url: string): Credentials | null {
  const [, , username, password] = userInfo.exec(url) ?? [];
  if (username === undefined || password === undefined) return null;
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw wrongAddress("has a user or a password that is not percent-encoded");
  }
}

export const withoutCredentials = (url: string): string => url.replace(userInfo, "$1");
