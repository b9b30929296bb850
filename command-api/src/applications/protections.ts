import type { ApplicationSettings } from "@attestory/events/application-settings.ts";

/** What protects the users of an application, among the settings that its own metadata can change. */
export type Protections = Pick<
  ApplicationSettings,
  | "requirePushedRequests"
  | "requireDpop"
  | "usesPrivateKeyJwt"
  | "idTokenAlgorithm"
  | "allowUnsignedRequests"
  | "allowDeviceFlow"
>;

export const protectionsIn = (settings: Protections): Protections => ({
  requirePushedRequests: settings.requirePushedRequests,
  requireDpop: settings.requireDpop,
  usesPrivateKeyJwt: settings.usesPrivateKeyJwt,
  idTokenAlgorithm: settings.idTokenAlgorithm,
  allowUnsignedRequests: settings.allowUnsignedRequests,
  allowDeviceFlow: settings.allowDeviceFlow,
});

/** Whether one of them protects less than a person required. */
export const isWeaker = (settings: Protections, required: Protections): boolean =>
  (required.requirePushedRequests && !settings.requirePushedRequests) ||
  (required.requireDpop && !settings.requireDpop) ||
  (required.usesPrivateKeyJwt && !settings.usesPrivateKeyJwt) ||
  (required.idTokenAlgorithm === "ES256" && settings.idTokenAlgorithm !== "ES256") ||
  (settings.allowUnsignedRequests && !required.allowUnsignedRequests) ||
  (settings.allowDeviceFlow && !required.allowDeviceFlow);
