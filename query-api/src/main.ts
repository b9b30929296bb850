import { fixableStoreErrors } from "@attestory/event-store/open-stores.ts";
import { runService } from "@attestory/http/server/run-service.ts";
import { readConfiguration } from "./config.ts";
import { openQueryService } from "./open-query-service.ts";

await runService({
  configuration: readConfiguration(process.env),
  open: openQueryService,
  ready: ({ publicUrl }) => [`Attestory answers queries for ${publicUrl}`],
  fixable: new Set([...fixableStoreErrors, "LogReplaced"]),
});
