import { openCommandService } from "@attestory/command-api/open-command-service.ts";
import { readConfiguration } from "@attestory/command-api/service-config.ts";
import { runService } from "@attestory/http/server/run-service.ts";
import { cheapPasswords } from "../cheap-passwords.ts";

// What command-api's main.ts runs, with cheap password hashing.
await runService({
  configuration: readConfiguration(process.env),
  open: (settings, log) => openCommandService(settings, log, cheapPasswords),
  ready: ({ publicUrl }) => [`Attestory answers commands for ${publicUrl}`],
  fixable: new Set(["VaultLost", "WrongMasterKey"]),
});
