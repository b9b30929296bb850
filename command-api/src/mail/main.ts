import { fixableStoreErrors } from "@attestory/event-store/open-stores.ts";
import { runService } from "@attestory/http/server/run-service.ts";
import { openMailService } from "../open-command-service.ts";
import { readConfiguration } from "../service-config.ts";

await runService({
  configuration: readConfiguration(process.env),
  open: openMailService,
  ready: ({ publicUrl }) => [`Attestory's mail worker is running for ${publicUrl}`],
  fixable: new Set(fixableStoreErrors),
});
