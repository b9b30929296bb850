import { hash } from "node:crypto";

/** What an application calls itself at the endpoints: its id, or the address of its metadata (draft-ietf-oauth-client-id-metadata-document). */

/** Whether a client id is an address at all, and no id of an application. */
export const isAddress = (clientId: string): boolean => /^https?:/i.test(clientId);

/** Whether it has the form of an application's id. */
export const isApplicationId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A UUID of version 8, of which only this address is the source. */
function idOfAddress(url: string): string {
  const digest = hash("sha256", `client id metadata document ${url}`, "hex");
  const variant = "89ab"[Number.parseInt(digest.charAt(16), 16) % 4];
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join("-");
}

/** The id of the application that this client id would be of. Any text. */
export const applicationIdOf = (clientId: string): string => (isAddress(clientId) ? idOfAddress(clientId) : clientId);

/** What the application sends as `client_id`, and what tokens name. `documentUrl`: the address of its metadata, or null. */
export const clientIdOf = (applicationId: string, { documentUrl }: { documentUrl: string | null }): string =>
  documentUrl ?? applicationId;
