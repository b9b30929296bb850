import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { mailStream, type StreamName, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Email } from "./email.ts";
import { emailFor } from "./emails.ts";
import { verificationToken } from "./verification-link.ts";

export interface EmailRenderer {
  /**
   * Renders the email that an event requests, from the log alone, or gives a reason why it is no longer needed.
   * @throws if the log does not hold the event
   */
  write(
    stream: string,
    version: number,
  ): Promise<{ event: RecordedEvent } & ({ letter: Email } | { pointless: string })>;
  /** Renders the same email even if it is no longer needed; null if the person was erased or the event is not in the log. */
  again(stream: string, version: number): Promise<Email | null>;
  isDealtWith(eventId: string): Promise<boolean>;
}

export interface EmailRendererDependencies {
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  commandHandler: CommandHandler;
  publicUrl: string;
}

export function createEmailRenderer({
  log,
  sealing,
  keyring,
  commandHandler,
  publicUrl,
}: EmailRendererDependencies): EmailRenderer {
  const causeOf = async (stream: string, version: number): Promise<RecordedEvent | null> => {
    // The name was copied from the log, so it is a valid `StreamName`.
    const { events } = await log.read(stream as StreamName, version - 1, 1);
    const first = events[0];
    return first ? ((await sealing.decrypt([first]))[0] ?? null) : null;
  };
  const ownerOf = async (event: RecordedEvent) => {
    const userId = "userId" in event.data ? event.data.userId : null;
    return userId ? (await commandHandler.load(user, userStream(userId))).state : null;
  };
  const compose = (event: RecordedEvent, address: string | null) =>
    emailFor(event, { publicUrl, address, verificationToken: (userId, id) => verificationToken(keyring, userId, id) });

  return {
    async write(stream, version) {
      const event = await causeOf(stream, version);
      if (!event) throw new Error("the event that asks for the letter is not in the log, or not yet");
      const owner = await ownerOf(event);
      const registered = owner?.status === "registered" ? owner : null;
      const verifies = event.type === "UserRegistered" || event.type === "VerificationRequested";
      if (verifies && registered?.emailVerified) return { pointless: "verified meanwhile", event };
      if (verifies && registered?.verification.id !== event.id)
        return { pointless: "a newer letter was asked for", event };
      const letter = compose(event, registered?.email ?? null);
      return letter ? { letter, event } : { pointless: "the person was erased", event };
    },
    async again(stream, version) {
      const event = await causeOf(stream, version);
      const owner = event && (await ownerOf(event));
      return event && compose(event, owner?.status === "registered" ? owner.email : null);
    },
    isDealtWith: async (eventId) => (await log.read(mailStream(eventId))).version > 0,
  };
}
