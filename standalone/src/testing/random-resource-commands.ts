import type { ResourceCommand } from "@attestory/command-api/applications/resource-reservation.ts";
import type { CommandOf } from "./random-fields.ts";

/** Each application claims one of its own: histories share a log. */
export const resourceOf = ({ applicationId }: { applicationId: string }): string => `https://${applicationId}.example/`;

/** The fields of every command about identifiers of APIs. */
export const resourceCommands: CommandOf<ResourceCommand> = {
  reserve: ({ applicationId }) => ({ resource: resourceOf({ applicationId }), applicationId, instead: null }),
  release: ({ applicationId, flag }) => ({ resource: resourceOf({ applicationId }), applicationId, wasUsed: flag }),
};
