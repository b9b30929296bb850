import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { asserted, type Claims, givenKeys, type SigningApplication } from "./application-keys.ts";
import { type RegisteredApplication, registerApplication } from "./applications.ts";
import type { Answered } from "./client.ts";
import { askToken } from "./token-calls.ts";

/** The settings of an application that authenticates by its key. */
export const bySignature = ({ jwk }: SigningApplication) => ({
  tokenEndpointAuthMethod: "private_key_jwt",
  jwks: { keys: [jwk] },
});
export const own = { grant_type: "client_credentials" };
export const seconds = (): number => Math.floor(Date.now() / 1000);

export interface AssertionScene {
  product: SharedProduct;
  url: string;
  keys: SigningApplication;
  application: RegisteredApplication;
  /** The claims of an assertion that is accepted, with these instead. */
  good(said?: Claims): Claims;
  /** Asks for a token by this assertion. */
  ask(assertion: string, said?: Record<string, string>): Promise<Answered>;
}

/** The shared product with an application that authenticates by its key, there before the first test of the file. */
export function assertionScene(): AssertionScene {
  const scene = {} as AssertionScene;
  scene.good = (said = {}) => {
    const { url, application } = scene;
    const { id } = application;
    return { iss: id, sub: id, aud: url, iat: seconds(), exp: seconds() + 60, jti: randomUUID(), ...said };
  };
  scene.ask = (assertion, said = {}) => askToken(scene.url, { ...own, ...asserted(assertion), ...said });
  beforeAll(async () => {
    const product = await sharedProduct();
    const keys = await givenKeys("ES256", "one");
    const application = await registerApplication(product.url, bySignature(keys));
    Object.assign(scene, { product, url: product.url, keys, application });
  });
  return scene;
}
