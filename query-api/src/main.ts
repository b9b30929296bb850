import { runService } from "@attestory/http/server/run-service.ts";
import { readConfiguration } from "./config.ts";
import { openQueryService } from "./open-query-service.ts";

/** Errors that an operator can fix. */
const fixable = new Set(["VaultLost", "WrongMasterKey"]);

await runService({
  configuration: readConfiguration(process.env),
  open: openQueryService,
  ready: ({ publicUrl }) => [`Attestory answers queries for ${publicUrl}`],
  fixable,
});
