import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** What an application's API lets others do, in a sentence for the users who allow it. */
const apiScope = z.object({ name: z.string(), description: z.string() });

/** An application that may act for itself at an API. `ownerId`: whose it was when it was named; anyone else's may not. */
const apiClient = z.object({ applicationId: z.uuid(), ownerId: z.uuid() });
type ApiClient = z.infer<typeof apiClient>;

/** The API of an application. `resource`: its identifier (RFC 8707 section 2), the audience of its access tokens. */
export const applicationApi = z.object({
  resource: z.string(),
  scopes: z.array(apiScope),
  clients: z.array(apiClient),
});

/** Whether an application may get tokens of an API for itself: it is the application that has the API, or one that the API names. */
export const actsForItselfAt = (
  { applicationId, clients }: { applicationId: string; clients: readonly ApiClient[] },
  client: ApiClient,
): boolean =>
  client.applicationId === applicationId ||
  clients.some((named) => named.applicationId === client.applicationId && named.ownerId === client.ownerId);

/** The API that a grant's tokens are for. `applicationId`: whose API it was then. */
export const grantedApi = z.object({ applicationId: z.uuid(), resource: z.string() });
export type GrantedApi = z.infer<typeof grantedApi>;

/** What a user allowed at an API, as they saw it. */
export const allowedApi = z.object({ ...grantedApi.shape, applicationName: z.string(), scopes: z.array(apiScope) });
export type AllowedApi = z.infer<typeof allowedApi>;

/** Events of `resource-<digest of a resource identifier>`: which application has it. */

const holder = { resource: z.string(), applicationId: z.uuid() };

/** Before its settings name it. One whose settings do not name it a minute later has lost it. */
export const resourceReserved = defineEvent("ResourceReserved", 1, z.object(holder));
/** `wasUsed`: tokens may have been issued for it. */
export const resourceReleased = defineEvent("ResourceReleased", 1, z.object({ ...holder, wasUsed: z.boolean() }));

export const resourceEvents = [resourceReserved, resourceReleased] as const;
export type ResourceEvent = EventOf<(typeof resourceEvents)[number]>;

/** One text for the spellings of one identifier: an empty path is the same as `/` (RFC 3986 section 6.2.3). */
export const canonicalResource = (resource: string): string => new URL(resource).href;
