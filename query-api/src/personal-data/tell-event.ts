import { applicationChanged } from "@attestory/events/application-events.ts";
import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { deviceInWords, locationInWords } from "@attestory/http/parsing/device.ts";
import { activity, causeOf, userOf } from "@attestory/projections/read-models/activity.ts";
import type { PersonEvent } from "@attestory/projections/read-models/activity-entries.ts";
import { describeActivity } from "../activity/describe-activity.ts";
import type { HistoryEntry } from "./schema.ts";
import { toldEvents } from "./told-events.ts";

/** Streams that belong to who made what they are about. Their events name others. */
const ofMaker = /^(?:invitation|initialAccessToken)-/;

/** Whether an event of the streams of a person tells of them. Others have events there, too: the former owner of an application has. */
export function isAbout(event: RecordedEvent, userId: string): boolean {
  if (ofMaker.test(event.stream)) return true;
  if (event.type === "DecoyRegistered") return event.data.ownerId === userId;
  if (event.type === "ApplicationHandedOver" && event.data.formerOwnerId === userId) return true;
  const named = userOf(event);
  return named === null || named === userId;
}

interface Reader {
  userId: string;
  /** Of a change of an application: what it was like until then. Null if that is unknown. */
  settingsBefore: ApplicationSettings | null;
}

/** An event in the words of its person, and what it says of them. Null if it says nothing. */
export function tellEvent(event: RecordedEvent, reader: Reader): HistoryEntry | null {
  const told = toldOf(event.type);
  const words = told && wordsOf(event, told.sentence, reader);
  if (!told || !words) return null;
  return {
    id: event.id,
    event: event.type,
    time: event.recordedAt.toISOString(),
    sentence: words.sentence,
    detail: words.detail,
    ...originOf(event, reader.userId),
    data: Object.fromEntries(Object.entries(event.data).filter(([name]) => told.fields.includes(name))),
  };
}

const toldOf = (type: RecordedEvent["type"]): { fields: readonly string[]; sentence?: string } | undefined =>
  type in toldEvents ? toldEvents[type as keyof typeof toldEvents] : undefined;

/** The settings of an application that an event says, with its id. */
export const settingsSaid = ({ type, data }: RecordedEvent): ApplicationSettings | null =>
  type === "ApplicationRegistered" || type === "ApplicationChanged" ? applicationChanged.schema.parse(data) : null;

const isOnActivityPage = (event: RecordedEvent): event is RecordedEvent<PersonEvent> =>
  (activity.takes as readonly string[]).includes(event.type);

type Words = Pick<HistoryEntry, "sentence" | "detail">;

function wordsOf(event: RecordedEvent, sentence: string | undefined, reader: Reader): Words | null {
  if (sentence !== undefined) return { sentence, detail: null };
  if (!isOnActivityPage(event)) return null;
  const { userId, settingsBefore } = reader;
  const entry = activity.evolve(null, event, userOf(event) === userId ? event.id : `${event.id} ${userId}`);
  return entry && describeActivity(entry, { personal: event.data, settingsBefore });
}

type Origin = Pick<HistoryEntry, "by" | "through" | "device" | "network" | "ipAddress" | "userAgent" | "sessionId">;

const nowhere = { through: null, device: null, network: null, ipAddress: null, userAgent: null, sessionId: null };

/**
 * Where an event came from. Nothing of it is told if another user caused it, such as an admin. Of an attempt by someone who was not signed in,
 * the network is told, as on the activity page, and not the address: it may be that of another user.
 */
function originOf(event: RecordedEvent, userId: string): Origin {
  const by = causeOf(event, userId);
  if (by === "other") return { by, ...nowhere };
  const { data, delegate, ip, userAgent } = event;
  // Nobody is signed in before a sign-in.
  const isOwn = by === "owner" || event.type === "SessionStarted";
  return {
    by,
    through: delegate,
    device: userAgent === null ? null : deviceInWords(userAgent),
    network: locationInWords(ip),
    ipAddress: isOwn ? ip : null,
    userAgent: isOwn ? userAgent : null,
    sessionId: "sessionId" in data ? data.sessionId : event.sessionId,
  };
}
