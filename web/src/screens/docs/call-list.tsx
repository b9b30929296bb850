import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import type { Call } from "./call.ts";
import { calls } from "./calls.ts";
import { C, P } from "./prose.tsx";

/** Every available call. Its texts are the largest part of the documentation, so they have a file of their own. */
export function CallList() {
  return (
    <Card>
      <ul>
        {calls.map((call) => (
          <li key={`${call.method} ${call.path}`} className="not-first:border-t not-first:border-line">
            <CallEntry call={call} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CallEntry({ call }: { call: Call }) {
  return (
    <section className="grid gap-3 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-mono text-sm font-medium wrap-anywhere">
          <span className="text-accent-text">{call.method}</span> {call.path}
        </h3>
        {call.token && <Badge>Token</Badge>}
      </div>
      <P>{call.about}</P>
      <dl className="grid gap-x-5 gap-y-2 text-sm sm:grid-cols-[88px_minmax(0,1fr)]">
        {call.takes && <Entries title="Takes" entries={call.takes} />}
        <dt className="text-subtle">Answers</dt>
        <dd>
          <C>{call.answers}</C>
        </dd>
        {call.refuses && <Entries title="Refuses" entries={call.refuses} />}
      </dl>
    </section>
  );
}

function Entries({ title, entries }: { title: string; entries: ReadonlyArray<readonly [string, string]> }) {
  return (
    <>
      <dt className="text-subtle">{title}</dt>
      <dd className="grid gap-1">
        {entries.map(([name, words]) => (
          <span key={name} className="text-muted">
            <C>{name}</C> {words}
          </span>
        ))}
      </dd>
    </>
  );
}
