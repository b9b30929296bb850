import type { CommandRoute } from "../handling/command-route.ts";
import { type DeviceCallServices, deviceCalls } from "./device-calls.ts";
import { type DeviceEndpointServices, deviceEndpoint } from "./device-endpoint.ts";

/** Sign-in on a device that has no browser, or no keyboard (RFC 8628). */
export const deviceAuthorizationRoutes = (services: DeviceCallServices & DeviceEndpointServices): CommandRoute[] => [
  ...deviceEndpoint(services),
  ...deviceCalls(services),
];
