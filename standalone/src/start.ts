import { devInboxWarning } from "@attestory/command-api/config.ts";
import { fixableStoreErrors } from "@attestory/event-store/open-stores.ts";
import type { RequestHandler } from "@attestory/http/routing/request-handler.ts";
import { runService } from "@attestory/http/server/run-service.ts";
import type { PageHints } from "@attestory/http/server/web-app.ts";
import { openBuildBar } from "@attestory/projections/follower/build-bar.ts";
import { statusLine } from "@attestory/runtime/command-line/status-line.ts";
import { readConfiguration, type Settings } from "./config.ts";
import { takeDataFolder } from "./data-folder.ts";
import type { EmbeddedParts } from "./embedded-parts.ts";
import { createFirstAdminGuide } from "./first-admin-guide.ts";
import { leaveAddress } from "./folder-address.ts";
import { requireOwnFolder } from "./folder-owner.ts";
import { collectGarbageOfStart } from "./garbage-of-start.ts";
import { openSwitchingService } from "./switching-service.ts";
import { untilBuilt } from "./until-built.ts";
import { serveByWorkers } from "./workers/serve-by-workers.ts";

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

const announce = (line: string) => statusLine.above(() => process.stdout.write(`${line}\n`));

/** Where to read emails that are not sent, and who else can. */
const inboxLines = (publicUrl: string, { smtp, devInboxForEveryone }: Settings["command"]): string[] => [
  ...(smtp ? [] : [`Emails are not sent: read them at ${publicUrl}/dev/inbox`]),
  ...(devInboxForEveryone ? [devInboxWarning] : []),
];

/** Who reaches an open inbox can read the admin's emails anyway, so there the link may also stand in a log. */
const showsAdminLink = ({ devInboxForEveryone }: Settings["command"]): boolean =>
  process.stdout.isTTY === true || devInboxForEveryone;

type WebAppOf = (announce: (line: string) => void, hints: PageHints) => Promise<RequestHandler>;

/** Runs the whole service in this process until a signal. Exits on an invalid configuration, listing every fault by variable name. */
export async function start(
  environment: NodeJS.ProcessEnv,
  webAppOf: WebAppOf,
  parts: Pick<EmbeddedParts, "passwordCost"> = {},
): Promise<void> {
  const firstAdmin = createFirstAdminGuide(announce, environment.ATTESTORY_COMMAND);
  const configuration = readConfiguration(environment);
  const workers = serveByWorkers(configuration, environment);
  await runService({
    configuration,
    async open(settings, log) {
      requireOwnFolder(settings.dataDir);
      const folder = takeDataFolder(settings.dataDir);
      const webApp = await webAppOf(announce, {
        lacksAdmin: firstAdmin.lacksAdmin,
        hasDevInbox: settings.command.smtp === null,
      });
      const service = await openSwitchingService(settings, {
        ...parts,
        log,
        webApp,
        buildBar: openBuildBar(),
        workers: workers?.pool,
      });
      leaveAddress(settings.dataDir, settings.publicUrl);
      const { close } = service;
      service.close = () => close().then(folder.release);
      service.app = firstAdmin.around(service.app);
      return service;
    },
    listen: workers?.listen,
    async ready({ publicUrl, command }, service) {
      await untilBuilt(service.readiness, () =>
        announce(`Attestory answers at ${publicUrl}. People can sign in once its read models are built.`),
      );
      return [
        `Attestory is ready at ${publicUrl}`,
        ...inboxLines(publicUrl, command),
        ...(await firstAdmin.linesFor(service, showsAdminLink(command))),
      ];
    },
    fixable,
  });
  collectGarbageOfStart();
}
