import { runService } from "@attestory/http/server/run-service.ts";

// Set before any other import: on two cores, two threads hash as fast as four, with less memory and less delay.
process.env.UV_THREADPOOL_SIZE ??= "2";
const { fixableStoreErrors } = await import("@attestory/event-store/open-stores.ts");
const { openCommandService } = await import("./open-command-service.ts");
const { readConfiguration } = await import("./service-config.ts");

await runService({
  configuration: readConfiguration(process.env),
  open: (settings, log) => openCommandService(settings, log),
  ready: ({ publicUrl }) => [`Attestory answers commands for ${publicUrl}`],
  fixable: new Set(fixableStoreErrors),
});
