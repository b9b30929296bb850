import { randomUUID } from "node:crypto";
import { canonicalResource } from "@attestory/events/api-events.ts";
import { resourceStream } from "@attestory/events/envelope.ts";
import { beforeAll } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import {
  type Developer,
  givenDeveloper,
  type RegisteredApplication,
  redirectUri,
  registerApplication,
} from "./applications.ts";
import { type Answered, call } from "./client.ts";
import { givenParties, type Parties } from "./grants.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { postForm } from "./token-calls.ts";

/** An identifier that no other test has. */
export const newResource = (): string => `https://api-${randomUUID()}.example.com`;

export const scopes = [
  { name: "invoices:read", description: "Read your invoices" },
  { name: "invoices:pay", description: "Pay your invoices" },
];

export const givenApi = async (
  url: string,
  { developer, ...said }: { developer?: Developer } & Record<string, unknown> = {},
): Promise<RegisteredApplication & { resource: string }> => {
  const resource = newResource();
  const owner = developer ?? (await givenDeveloper(url));
  const api = await registerApplication(url, {
    developer: owner,
    name: "Invoices",
    api: { resource, scopes },
    ...said,
  });
  return { ...api, resource: api.api?.resource ?? resource };
};

/** Changes settings of the application. */
export const change = (
  url: string,
  { id, name, developer }: RegisteredApplication,
  said: Record<string, unknown>,
): Promise<Answered> =>
  call(url, `PUT /api/developer/applications/${id}`, {
    token: developer.token,
    body: { name, redirectUris: [redirectUri], ...said },
  });

/** Gives an identifier back two hours ago, so that others may claim it. */
export async function rest(
  product: Pick<SharedProduct, "happened">,
  { resource, id: applicationId }: { resource: string; id: string },
): Promise<void> {
  const stream = resourceStream(canonicalResource(resource));
  const data = { resource: canonicalResource(resource), applicationId };
  await product.happened(stream, { type: "ResourceReserved", data });
  const recordedAt = new Date(Date.now() - 7_200_000);
  await product.happened(stream, { type: "ResourceReleased", data: { ...data, wasUsed: true } }, { recordedAt });
}

export const introspect = (url: string, token: string, basic: RegisteredApplication): Promise<Answered> =>
  askUntilUpToDate(() => postForm(`${url}/api/oauth/introspect`, { token }, { basic }));

export interface ApiScene {
  product: SharedProduct;
  url: string;
  /** A user, and an application of another developer than that of the API. */
  parties: Parties;
  api: RegisteredApplication & { resource: string };
}

export function apiScene(): ApiScene {
  const scene = {} as ApiScene;
  beforeAll(async () => {
    const product = await sharedProduct();
    const { url } = product;
    Object.assign(scene, { product, url, parties: await givenParties(url), api: await givenApi(url) });
  });
  return scene;
}
