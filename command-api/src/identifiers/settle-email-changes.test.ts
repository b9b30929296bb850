import { VersionConflict } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { confirmEmailChange } from "../account-settings/confirm-email-change.ts";
import { undoSeconds } from "../accounts/email-change.ts";
import { linkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { newPerson, now, registerPerson } from "../testing/registrations.ts";
import { emailStream } from "./canonical.ts";
import { startEmailChangeSettling } from "./settle-email-changes.ts";

const scratch = scratchServiceOfTest();

const whenOver = new Date(now.getTime() + undoSeconds * 1000);

/** A user who changed their address, with the streams that the end of the change is appended to. */
async function givenChange(): Promise<{ account: StreamName; formerAddress: StreamName }> {
  const { keyring } = scratch;
  const parts = { commandHandler: createCommandHandler(scratch.log, scratch.sealing), keyring };
  const person = newPerson();
  const registered = await registerPerson(parts, person);
  if (!("userId" in registered)) throw new Error(registered.refused);
  const { userId } = registered;
  const account = userStream(userId);
  const commandContext = systemContext("test", now);
  const command = { type: "request-email-change", email: newPerson().email, taken: false } as const;
  await parts.commandHandler.handle({ decider: user, stream: account, command, person: userId, commandContext });
  const { events } = await scratch.log.read(account);
  const eventId = events.find(({ type }) => type === "EmailChangeRequested")?.id ?? "";
  const token = linkToken(keyring, "confirm-email", { userId, eventId });
  const changed = await confirmEmailChange(parts, token, systemContext("test", now));
  if ("refused" in changed) throw new Error(changed.refused);
  return { account, formerAddress: emailStream(keyring, person.email) };
}

const typesIn = async (stream: StreamName) => (await scratch.log.read(stream)).events.map(({ type }) => type);

it.each(["account", "formerAddress"] as const)(
  "tries again to settle a change when others wrote first to the stream of the %s, and settles later ones after it",
  async (contended) => {
    const first = await givenChange();
    const second = await givenChange();
    // As many conflicts as make a command give up that knows the stream: one on what it knows, three on what it reads.
    let conflicts = 4;
    const log = logWith(scratch.log, {
      async append(stream, ...rest) {
        if (stream === first[contended] && conflicts-- > 0) throw new VersionConflict("another writer came first");
        return scratch.log.append(stream, ...rest);
      },
    });
    const reportedErrors: unknown[] = [];
    const reportedAbandoned: unknown[] = [];
    const worker = await startEmailChangeSettling({
      log,
      commandHandler: createCommandHandler(log, scratch.sealing),
      keyring: scratch.keyring,
      now: () => whenOver,
      everyMs: 2,
      pause: () => new Promise(setImmediate),
      reportError: (_, error, abandoned) =>
        abandoned ? reportedAbandoned.push(abandoned) : reportedErrors.push(error),
    });

    await expect.poll(() => typesIn(second.formerAddress)).toContain("IdentifierReleased");
    await worker.close();

    expect(await typesIn(first.account)).toContain("EmailChangeSettled");
    expect(await typesIn(first.formerAddress)).toContain("IdentifierReleased");
    expect(reportedErrors).toEqual([new Error("other writers came first")]);
    expect(reportedAbandoned).toEqual([]);
  },
);
