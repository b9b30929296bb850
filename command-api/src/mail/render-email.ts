import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { erasureReceiptStream, mailStream, type StreamName, userStream } from "@attestory/events/envelope.ts";
import { changeToken } from "../accounts/change-token.ts";
import { emailCode } from "../accounts/email-code.ts";
import { changeAfter } from "../accounts/former-addresses.ts";
import { linkToken } from "../accounts/link-token.ts";
import { awaitsOwner, isUnverified } from "../accounts/registration-age.ts";
import { user } from "../accounts/user.ts";
import type { UserState } from "../accounts/user-state.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Email } from "./email.ts";
import { isToldEnough } from "./emails/document-changes.ts";
import { emailFor, emailKind, reasonAgainstEmail } from "./emails.ts";

/** The email that an event requests, or the reason why it is no longer needed. */
export type RenderedEmail = { event: RecordedEvent } & ({ email: Email; kind: string } | { pointless: string });

/** Renders emails from the log alone. */
export interface EmailRenderer {
  /** The event that requests the email, its personal fields still encrypted; null if the log does not hold it. */
  causeOf(stream: string, version: number): Promise<RecordedEvent | null>;
  /** Renders the email that an event requests, unless it is no longer needed. @throws if the log does not hold the event */
  render(stream: string, version: number): Promise<RenderedEmail>;
  /** Renders the email that was sent, even if it is no longer needed; null if the person was erased or the event is not in the log. */
  renderAgain(stream: string, version: number, kind: string): Promise<Email | null>;
  /** Whether the log records the email as sent or abandoned. */
  isDone(eventId: string): Promise<boolean>;
}

export interface EmailRendererDependencies {
  log: EventLog;
  sealing: Sealing;
  keyring: Keyring;
  commandHandler: CommandHandler;
  publicUrl: string;
}

interface Composed {
  event: RecordedEvent;
  owner: UserState | null;
  kind: string | null;
  before: readonly RecordedEvent[];
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
    return events[0] ?? null;
  };
  const decryptedCauseOf = async (stream: string, version: number): Promise<RecordedEvent | null> => {
    const cause = await causeOf(stream, version);
    return cause && ((await sealing.decrypt([cause]))[0] ?? null);
  };
  /** The account that the email is about: of a decoy, that of the owner of its address. */
  const ownerOf = async (event: RecordedEvent) => {
    const userId = recipientOf(event);
    return userId ? (await commandHandler.load(user, userStream(userId))).state : null;
  };
  const addressThen = async ({ position }: RecordedEvent, owner: UserState | null) => {
    const change = owner?.status === "registered" ? await changeAfter({ log, sealing }, owner.userId, position) : null;
    return change ? change.data.formerEmail : addressOf(owner);
  };
  /** What happened to an application until this change. */
  const changesBefore = async ({ type, stream, version }: RecordedEvent): Promise<readonly RecordedEvent[]> =>
    type === "ApplicationChanged" ? (await log.read(stream, 0, version - 1)).events : [];
  /** It outlives the account, and is encrypted with a key of its own. */
  const receiptAddressOf = async (event: RecordedEvent): Promise<string | null> => {
    if (event.type !== "PersonErased") return null;
    const { events } = await log.read(erasureReceiptStream(event.data.receiptId), 0, 1);
    const [addressed] = await sealing.decrypt(events);
    return addressed?.type === "ErasureReceiptAddressed" ? addressed.data.email : null;
  };
  const compose = async ({ event, owner, kind, before }: Composed) =>
    emailFor(event, {
      publicUrl,
      address: addressOf(owner),
      addressThen: await addressThen(event, owner),
      username: usernameOf(owner),
      token: (of, link) => linkToken(keyring, of, link),
      changeToken: (change) => changeToken(keyring, change),
      code: (request) => emailCode(keyring, request),
      pending: event.type === "DecoyRegistered" && kind === "verification" ? verificationOf(owner) : null,
      receiptAddress: await receiptAddressOf(event),
      settingsBefore: before.map(settingsIn).findLast((settings) => settings !== null) ?? null,
    });

  return {
    causeOf,
    async render(stream, version) {
      const event = await decryptedCauseOf(stream, version);
      if (!event) throw new Error("the event that requests the email is not in the log yet");
      const owner = await ownerOf(event);
      const pointless = reasonAgainstEmail(event, owner);
      if (pointless !== null) return { pointless, event };
      const before = await changesBefore(event);
      if (isToldEnough(event, before)) return { pointless: "its document changed too often that day", event };
      const kind = kindOf(event, owner);
      const email = await compose({ event, owner, kind, before });
      return email && kind ? { email, kind, event } : { pointless: "the person was erased", event };
    },
    async renderAgain(stream, version, kind) {
      const event = await decryptedCauseOf(stream, version);
      if (!event) return null;
      return compose({ event, owner: await ownerOf(event), kind, before: await changesBefore(event) });
    },
    isDone: async (eventId) => (await log.read(mailStream(eventId))).version > 0,
  };
}

const settingsIn = ({ type, data }: RecordedEvent): ApplicationSettings | null =>
  type === "ApplicationRegistered" || type === "ApplicationChanged" ? data : null;

/** Events of an application name its owner in the metadata alone. */
const ofOwnApplication = new Set<RecordedEvent["type"]>([
  "ApplicationChanged",
  "ClientSecretRotated",
  "ApplicationTrustChanged",
  "ApplicationDeleted",
]);

function recipientOf({ type, data, person }: RecordedEvent): string | null {
  if (ofOwnApplication.has(type)) return person;
  if (type === "DecoyRegistered" || type === "ApplicationHandedOver") return data.ownerId;
  return "userId" in data ? data.userId : null;
}

/** Null if the person was erased, or if the event has no owner. */
const addressOf = (owner: UserState | null) =>
  owner?.status === "registered" || owner?.status === "lapsed" ? owner.email : null;

const usernameOf = (owner: UserState | null) =>
  owner?.status === "registered" || owner?.status === "lapsed" ? owner.username : null;

/** A decoy's email depends on whether the owner of its address is verified by now. */
const kindOf = (event: RecordedEvent, owner: UserState | null): string | null =>
  event.type === "DecoyRegistered" && owner !== null && isUnverified(owner) && !awaitsOwner(owner)
    ? "verification"
    : emailKind(event);

const verificationOf = (owner: UserState | null) =>
  owner?.status === "registered" ? { userId: owner.userId, eventId: owner.verification.id } : null;
