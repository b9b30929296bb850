import { beforeAll } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { type RegisteredApplication, registerApplication } from "./applications.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";
import type { Parties } from "./grants.ts";
import { askToken, postForm, type TokenAsking } from "./token-calls.ts";

export const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/** What a device got to show to its user. */
export interface Device {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}
export type Member = Person & { id: string; token: string };
type Asking = Pick<Parties, "url" | "application">;

export const askDevice = (
  url: string,
  sent: Record<string, string> | readonly (readonly [string, string])[],
  asking?: TokenAsking,
): Promise<Answered> => postForm(`${url}/api/oauth/device_authorization`, sent, asking);

export async function givenDevice(
  { url, application }: Asking,
  scope = "openid profile",
  said: Record<string, string> = {},
): Promise<Device> {
  const { status, body } = await askDevice(url, { scope, ...said }, { basic: application });
  if (status !== 200) throw new Error(`the device was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** The device asks for its tokens. */
export const poll = (
  { url, application }: Asking,
  { device_code }: Pick<Device, "device_code">,
  asking: TokenAsking = { basic: application },
): Promise<Answered> => askToken(url, { grant_type: deviceGrant, device_code }, asking);

/** What the screen at /device shows to the user. */
export const see = (url: string, { token }: Pick<Member, "token">, userCode: string): Promise<Answered> =>
  call(url, "POST /api/oauth/device/request", { token, body: { userCode } });

/** The user presses Allow or Deny on the screen at /device. */
export async function answer(
  { url, user }: { url: string; user: Pick<Member, "token"> },
  { user_code: userCode }: Pick<Device, "user_code">,
  outcome: "granted" | "denied" = "granted",
): Promise<Answered> {
  const seen = await see(url, user, userCode);
  if (seen.status !== 200) return seen;
  const body = { userCode, request: seen.body.request, outcome };
  return call(url, "POST /api/oauth/device", { token: user.token, body });
}

export interface DeviceScene extends Parties {
  product: SharedProduct;
}

export const deviceApplication = (url: string, said: Record<string, unknown> = {}): Promise<RegisteredApplication> =>
  registerApplication(url, { allowDeviceFlow: true, ...said });

/** The shared product with a user, and an application that signs users in on devices, there before the first test of the file. */
export function deviceScene(): DeviceScene {
  const scene = {} as DeviceScene;
  beforeAll(async () => {
    const product = await sharedProduct();
    const { url } = product;
    Object.assign(scene, {
      product,
      url,
      user: await givenSignedInUser(url),
      application: await deviceApplication(url),
    });
  });
  return scene;
}
