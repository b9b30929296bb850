import { applicationStream, countedApplicationsStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { application } from "./application.ts";
import { type CountedApplication, countedApplications, mostApplications } from "./counted-applications.ts";

/** Registrations of one user at the same moment decide again one after the other. */
const attempts = 40;
/** An application is counted before it is the user's. If it is not after this time, its registration or hand-over has failed. */
const comingMs = 60_000;

interface Counted {
  userId: string;
  applicationId: string;
}

/** Counts an application that is about to be registered or handed over. Safe to interrupt and to repeat: see docs/decisions/counted-applications.md. */
export async function countApplication(
  commandHandler: CommandHandler,
  { userId, applicationId, type = "count" }: Counted & { type?: "count" | "count-anew" },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"too-many-applications" | HandlingReason>> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = await commandHandler.handle({
      decider: countedApplications,
      stream: countedApplicationsStream(userId),
      command: { type, userId, applicationId },
      person: userId,
      commandContext: stepContext(commandContext),
    });
    if (!isRefused(outcome)) return outcome;
    const { refused } = outcome;
    if (refused === "full" && !(await makeRoom(commandHandler, userId, commandContext))) {
      return { refused: "too-many-applications" };
    }
    if (refused !== "full" && refused !== "conflict") return { refused };
  }
  return { refused: "conflict" };
}

/** No longer counts applications that were deleted or handed over. */
export const uncountApplications = (
  commandHandler: CommandHandler,
  { userId, applicationIds }: { userId: string; applicationIds: readonly string[] },
  commandContext: CommandContext,
) =>
  commandHandler.handle({
    decider: countedApplications,
    stream: countedApplicationsStream(userId),
    command: { type: "uncount", userId, applicationIds },
    person: userId,
    // Only what is gone is no longer counted, also if the session that deleted it or handed it over has ended by now.
    commandContext: { ...stepContext(commandContext), outlivesAuthority: true },
  });

/** Finds what is counted but gone: a process may have died between the deletion and the count. False if nothing is. */
async function makeRoom(
  commandHandler: CommandHandler,
  userId: string,
  commandContext: CommandContext,
): Promise<boolean> {
  const { state } = await commandHandler.load(countedApplications, countedApplicationsStream(userId));
  if (state.counted.length < mostApplications) return true;
  const isGone = async ({ id, countedAt }: CountedApplication): Promise<boolean> => {
    const { state: found } = await commandHandler.load(application, applicationStream(id));
    if (found.status === "deleted" || (found.status === "registered" && found.ownerId === userId)) {
      return found.status === "deleted";
    }
    return commandContext.now.getTime() - countedAt.getTime() >= comingMs;
  };
  const gone = await Promise.all(state.counted.map(isGone));
  const applicationIds = state.counted.flatMap(({ id }, index) => (gone[index] ? [id] : []));
  if (applicationIds.length === 0) return false;
  await uncountApplications(commandHandler, { userId, applicationIds }, commandContext);
  return true;
}
