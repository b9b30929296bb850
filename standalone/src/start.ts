import { devInboxWarning } from "@attestory/command-api/config.ts";
import {
  createFirstAdminReminder,
  type FirstAdminHint,
  firstAdminLines,
} from "@attestory/command-api/first-admin-lines.ts";
import { fixableStoreErrors } from "@attestory/event-store/open-stores.ts";
import { runService } from "@attestory/http/server/run-service.ts";
import type { RequestHandler } from "express";
import { readConfiguration, type Settings } from "./config.ts";
import { takeDataFolder } from "./data-folder.ts";
import type { EmbeddedParts } from "./embedded.ts";
import { leaveAddress } from "./folder-address.ts";
import { requireOwnFolder } from "./folder-owner.ts";
import { collectGarbageOfStart } from "./garbage-of-start.ts";
import { openSwitchingService } from "./switching-service.ts";

/** Names and codes of errors that an operator can fix. Each is printed in one line, and ends the process with 1 or 78. */
export const fixable = new Set([
  "DataFolderFault",
  "OtherOwner",
  "WebBuildFault",
  "DatabaseFault",
  ...fixableStoreErrors,
  "GenerationsFault",
  "MasterKeyFault",
  "LogReplaced",
  "ENOSPC",
]);

const announce = (line: string) => process.stdout.write(`${line}\n`);

/** Where to read emails that are not sent, and who else can. */
const inboxLines = (publicUrl: string, { smtp, devInboxForEveryone }: Settings["command"]): string[] => [
  ...(smtp ? [] : [`Emails are not sent: read them at ${publicUrl}/dev/inbox`]),
  ...(devInboxForEveryone ? [devInboxWarning] : []),
];

/** Runs the whole service in this process until a signal. Exits on an invalid configuration, listing every fault by variable name. */
export async function start(
  environment: NodeJS.ProcessEnv,
  webAppOf: (announce: (line: string) => void) => Promise<RequestHandler>,
  parts: Pick<EmbeddedParts, "passwordCost"> = {},
): Promise<void> {
  let remind = async (): Promise<readonly string[]> => [];
  await runService({
    configuration: readConfiguration(environment),
    async open(settings, log) {
      requireOwnFolder(settings.dataDir);
      const folder = takeDataFolder(settings.dataDir);
      const service = await openSwitchingService(settings, { ...parts, log, webApp: await webAppOf(announce) });
      leaveAddress(settings.dataDir, settings.publicUrl);
      const { close, app } = service;
      service.close = () => close().then(folder.release);
      service.app = (request, response) => {
        if (request.url === "/") void remind().then((lines) => lines.forEach(announce));
        app(request, response);
      };
      return service;
    },
    async ready({ publicUrl, command }, service) {
      const hint: FirstAdminHint = {
        // Those of the generation that is active then.
        admins: { exist: () => service.admins.exist(), makeLink: () => service.admins.makeLink() },
        command: "npx attestory admin-link",
        isTerminal: process.stdout.isTTY === true,
      };
      const lines = await firstAdminLines(hint);
      remind = createFirstAdminReminder(hint, lines);
      return [`Attestory is ready at ${publicUrl}`, ...inboxLines(publicUrl, command), ...lines];
    },
    fixable,
  });
  collectGarbageOfStart();
}
