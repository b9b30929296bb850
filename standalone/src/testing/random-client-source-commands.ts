import type { ClientSourceUseCommand } from "@attestory/command-api/client-sources/client-source-uses.ts";
import type { ClientSourceCommand } from "@attestory/command-api/client-sources/client-sources.ts";
import type { CommandOf } from "./random-fields.ts";

/** The fields of every command about client sources. */
export const clientSourceCommands: CommandOf<ClientSourceCommand> = {
  allow: ({ invitationId, text, registered }) => ({
    sourceId: invitationId,
    urlPrefix: `https://${text === "Ada" ? "ada" : "tools"}.example/`,
    adminTerm: registered?.adminTerm ?? 0,
  }),
  remove: ({ invitationId }) => ({ sourceId: invitationId }),
};

/** The fields of every command about what is registered under a client source. */
export const clientSourceUseCommands: CommandOf<ClientSourceUseCommand> = {
  use: ({ invitationId, applicationId }) => ({ sourceId: invitationId, applicationId }),
};
