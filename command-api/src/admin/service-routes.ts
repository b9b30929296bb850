import type { CommandRoute } from "../handling/command-route.ts";
import { type GenerationServices, generationRoutes } from "./generation-routes.ts";
import { type MailPreviewServices, mailPreviewRoutes } from "./mail-preview-routes.ts";
import { adminMailRoutes, type MailServices } from "./mail-routes.ts";

/** The calls of admins about the service itself: its emails and its data. */
export const serviceRoutes = (services: MailServices & MailPreviewServices & GenerationServices): CommandRoute[] => [
  ...adminMailRoutes(services),
  ...mailPreviewRoutes(services),
  ...generationRoutes(services),
];
