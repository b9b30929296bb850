import { readdirSync } from "node:fs";

/** The folders of command-api that others import, from top to bottom. A folder without a line here is above all of them. */
export const importedFolders: readonly (readonly string[])[] = [
  ["registration", "account-settings", "recovery", "admin", "authorize", "tokens", "notary"],
  ["step-up", "signing-keys"],
  ["joining"],
  ["client-documents"],
  ["client-registration"],
  ["application-sessions"],
  ["sign-in", "authorizations"],
  ["identifiers", "sessions", "hardware-keys", "email-codes", "consents", "api-keys"],
  ["second-factors"],
  ["applications"],
  ["client-sources"],
  ["mail"],
  ["accounts"],
  ["log-workers"],
  ["handling", "passwords"],
];
/** Every folder of command-api. */
export const everyFolder = readdirSync(new URL("../command-api/src", import.meta.url), { withFileTypes: true }).flatMap(
  (entry) => (entry.isDirectory() && entry.name !== "testing" ? [entry.name] : []),
);

/** Imports go down only. Folders on the same line do not import each other. */
export const commandFolders = [
  everyFolder.filter((name) => !importedFolders.flat().includes(name)),
  ...importedFolders,
];
