import { networkOf } from "@attestory/http/parsing/client-address.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { trustedDeviceCookie } from "@attestory/http/security/trust-token.ts";
import { deviceCookie } from "./known-device.ts";

/** The part of a request that rate limits use. */
export interface Client {
  network: string;
  /** The value of `deviceCookie`, unverified. */
  device: string | undefined;
  /** The value of `trustedDeviceCookie`, unverified. */
  trusted: string | undefined;
}

export const clientOf = ({ clientAddress, cookies }: RequestContext): Client => ({
  network: networkOf(clientAddress) ?? clientAddress,
  device: cookies.get(deviceCookie),
  trusted: cookies.get(trustedDeviceCookie),
});
