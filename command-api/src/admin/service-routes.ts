import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { type GenerationParts, generationRoutes } from "./generation-routes.ts";
import { type MailPreviewParts, mailPreviewRoutes } from "./mail-preview-routes.ts";
import { adminMailRoutes, type MailRouteDependencies } from "./mail-routes.ts";

/** The calls of admins about the service itself: its emails and its data. */
export const serviceRoutes = (
  commands: Commands,
  parts: MailRouteDependencies & MailPreviewParts & GenerationParts,
): CommandRoute[] => [...adminMailRoutes(commands, parts), ...mailPreviewRoutes(parts), ...generationRoutes(parts)];
