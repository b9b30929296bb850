import type { ProgressEvent } from "@attestory/command-api/log-workers/progress.ts";
import { newEvent } from "@attestory/event-store/testing/new-event.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import {
  claimsProgressStream,
  dueErasuresProgressStream,
  emailChangesProgressStream,
  erasuresProgressStream,
  lapsesProgressStream,
  lateErasuresProgressStream,
  logoutsProgressStream,
  mailProgressStream,
  type StreamName,
  startedErasuresProgressStream,
} from "@attestory/events/envelope.ts";
import type { Happening } from "./life.ts";

/** Positions between two progress events, the same as for the product's own log workers. */
const recordEvery = 500;

interface Worker {
  name: string;
  stream: StreamName;
  type: ProgressEvent["type"];
  opens: readonly string[];
  closes: readonly string[];
  open: number;
  done: number;
  recorded: number;
}

const worker = (facts: Pick<Worker, "name" | "stream" | "type" | "opens" | "closes">): Worker => ({
  ...facts,
  open: 0,
  done: 0,
  recorded: 0,
});

const erasures = [
  { name: "erasures", stream: erasuresProgressStream },
  { name: "late erasures", stream: lateErasuresProgressStream },
  { name: "due erasures", stream: dueErasuresProgressStream },
  { name: "started erasures", stream: startedErasuresProgressStream },
];

/** Adds the progress events that the log workers of a running product would append to an empty log, called once per cohort, in order. */
export function workersProgress(): (happenings: readonly Happening[]) => Happening[] {
  const asksForLetter = ["UserRegistered", "PasswordChanged"];
  const workers = [
    worker({
      name: "mail",
      stream: mailProgressStream,
      type: "MailProgressed",
      opens: asksForLetter,
      closes: ["LetterSent"],
    }),
    worker({
      name: "claims",
      stream: claimsProgressStream,
      type: "ClaimsProgressed",
      opens: ["IdentifierClaimed"],
      closes: ["IdentifierConfirmed"],
    }),
    worker({
      name: "lapses",
      stream: lapsesProgressStream,
      type: "LapsesProgressed",
      opens: [],
      closes: [],
    }),
    worker({
      name: "email changes",
      stream: emailChangesProgressStream,
      type: "EmailChangesProgressed",
      opens: [],
      closes: [],
    }),
    worker({
      name: "logouts",
      stream: logoutsProgressStream,
      type: "LogoutsProgressed",
      opens: [],
      closes: [],
    }),
    // Nobody is erased: none of these events is a lapse or an invitation.
    ...erasures.map((facts) => worker({ ...facts, type: "ErasuresProgressed", opens: [], closes: [] })),
  ];
  let position = 0;

  const follow = (one: Worker, type: string) => {
    if (one.opens.includes(type)) one.open++;
    else if (one.closes.includes(type)) one.open--;
    if (one.open === 0) one.done = position;
  };
  return (happenings) => {
    const recorded: Happening[] = [];
    for (const happening of happenings) {
      position++;
      recorded.push(happening);
      for (const one of workers) follow(one, happening.decided.event.type);
      for (const one of workers.filter(({ done, recorded }) => done - recorded >= recordEvery)) {
        position++;
        one.recorded = one.done;
        recorded.push(note(one, happening.decided.recordedAt));
      }
    }
    return recorded;
  };
}

function note({ name, stream, type, done }: Worker, recordedAt: Date): Happening {
  const event = { type, data: { position: String(done) } } as AttestoryEvent;
  return { stream, decided: newEvent(event, { recordedAt, actor: { kind: "system", id: name } }) };
}
