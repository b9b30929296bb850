import type { AttestoryEvent, Recorded, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Projection } from "./projection.ts";

type EventType = AttestoryEvent["type"];

/** What one type of event does. `key`: which of the keys of the event the document has. */
type Beginnings<Document, Type extends EventType> = {
  readonly [Each in Type]: (event: Recorded<Each>, before: Document | null, key: string) => Document | null;
};
type Changes<Document, Type extends EventType> = {
  readonly [Each in Type]: (document: Document, event: Recorded<Each>, key: string) => Document | null;
};

interface Tables<
  Document extends object,
  Begun extends EventType,
  Changed extends EventType,
  Covered extends EventType,
  Ignored extends EventType,
> extends Pick<Projection<Document>, "name" | "continues" | "group" | "personal" | "indexes"> {
  keys(event: Recorded<Begun | Changed>): readonly string[];
  /** Events that need no document. `before`: the one that is there all the same. */
  readonly begin?: Beginnings<Document, Begun>;
  /** Events that change a document, or remove it by null. Where there is none, they do nothing, unless `initial` makes one. */
  readonly evolve?: Changes<Document, Changed> & Changes<Document, Exclude<Covered, Begun | Ignored>>;
  /** The document before the first event of `evolve`. */
  initial?(event: Recorded<Changed>): Document;
  /** What every event of `evolve` that leaves a document does besides. */
  after?(document: Document, before: Document, event: Recorded<Changed>): Document;
  /** Streams whose events all have a place here: a new one does not compile until it is in a table or in `ignores`. */
  readonly covers?: readonly { readonly type: Covered }[];
  /** Events of these streams that do nothing. */
  readonly ignores?: readonly Ignored[];
}

type Evolve<Document> = (document: Document | null, event: RecordedEvent, key: string) => Document | null;

/** The same tables without the types of events: TypeScript cannot follow a look-up by type. */
interface LooseTables<Document> {
  begin?: Record<string, (event: RecordedEvent, before: Document | null, key: string) => Document | null>;
  evolve?: Record<string, (document: Document, event: RecordedEvent, key: string) => Document | null>;
  initial?(event: RecordedEvent): Document;
  after?(document: Document, before: Document, event: RecordedEvent): Document;
  ignores?: readonly string[];
}

/** Makes a projection of tables that say what each event does. It takes the events that they name. */
export function defineProjection<
  Document extends object,
  Begun extends EventType = never,
  Changed extends EventType = never,
  Covered extends EventType = never,
  Ignored extends EventType = never,
>(tables: Tables<NoInfer<Document>, Begun, Changed, Covered, Ignored>): Projection<Document> {
  const { name, continues, group, personal, indexes, keys } = tables;
  const evolveBy = byType(tables as unknown as LooseTables<Document>);
  return {
    name,
    continues,
    group,
    personal,
    indexes,
    keys,
    takes: Object.keys(evolveBy) as EventType[],
    evolve: (document, event, key) => (evolveBy[event.type] as Evolve<Document>)(document, event, key),
  };
}

function byType<Document>({ begin = {}, evolve = {}, initial, after, ignores = [] }: LooseTables<Document>) {
  // Without a prototype, which makes look-ups faster.
  const table: Record<string, Evolve<Document>> = Object.create(null);
  for (const [type, step] of Object.entries(begin)) {
    table[type] = (document, event, key) => step(event, document, key);
  }
  for (const [type, step] of Object.entries(evolve)) {
    if (type in table) throw new Error(`${type} has two places in a projection`);
    table[type] = (document, event, key) => {
      const before = document ?? initial?.(event) ?? null;
      const next = before && step(before, event, key);
      return before && next && after ? after(next, before, event) : next;
    };
  }
  const twice = ignores.find((type) => type in table);
  if (twice) throw new Error(`${twice} is ignored, but has a place in a projection`);
  return table;
}
