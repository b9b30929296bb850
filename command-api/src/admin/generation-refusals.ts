import { problem } from "@attestory/http/routing/problem.ts";

/** The refusals of the calls that change over to another generation of the log. */

export const changeRunning = problem(
  409,
  "change_running",
  "Another import or return is running. Try again when it is done.",
);
export const noSuchGeneration = problem(404, "not_found", "There is no such generation");
export const alreadyActive = problem(409, "already_active", "The service runs on this generation");

/** Several processes would have to change over at once. */
export const onlyByCommand = problem(
  501,
  "only_by_command",
  "This service runs on several processes: there, backups are restored on the command line, while it is stopped.",
);
