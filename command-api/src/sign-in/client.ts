import { networkOf } from "@attestory/http/parsing/client-address.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { deviceCookie } from "./known-device.ts";

/** What limits know of whoever asks. */
export interface Client {
  network: string;
  /** What was sent as `deviceCookie`, unchecked. */
  device: string | undefined;
}

export const clientOf = ({ clientAddress, cookies }: RequestContext): Client => ({
  network: networkOf(clientAddress) ?? clientAddress,
  device: cookies.get(deviceCookie),
});
