import { runService } from "@attestory/http/server/run-service.ts";

// Set before any other import: on two cores, two threads hash as fast as four, with less memory and less delay.
process.env.UV_THREADPOOL_SIZE ??= "2";
const { fixableStoreErrors } = await import("@attestory/event-store/open-stores.ts");
const { devInboxWarning } = await import("./config.ts");
const { firstAdminLines } = await import("./admin/first-admin-lines.ts");
const { openCommandService } = await import("./open-command-service.ts");
const { readConfiguration } = await import("./service-config.ts");

await runService({
  configuration: readConfiguration(process.env),
  open: (settings, log) => openCommandService(settings, log),
  ready: async ({ publicUrl, command }, { admins }) => [
    `Attestory answers commands for ${publicUrl}`,
    ...(command.devInboxForEveryone ? [devInboxWarning] : []),
    // Never a link: several processes start at once, and each new link would end the one before.
    ...(await firstAdminLines({
      admins,
      command: "node command-api/src/admin/main.ts admin-link",
      showsLink: false,
    })),
  ],
  fixable: new Set(fixableStoreErrors),
});
