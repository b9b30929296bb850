import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import type { Call } from "./call.ts";
import { calls } from "./calls.ts";
import { C, P, Part } from "./prose.tsx";

const problemSample = `{
  "message": "Please choose a username",
  "code": "invalid_fields",
  "fields": { "username": "Please choose a username" }
}`;

/** Every available call, and the rules for all of them. */
export function ApiReference() {
  return (
    <>
      <Part title="Rules for every call">
        <P>
          Bodies are JSON in UTF-8 with <C>content-type: application/json</C>; unknown fields are refused. Calls marked
          Token need <C>authorization: Bearer …</C>. Times are ISO 8601 in UTC, ids are UUIDs, absent values are{" "}
          <C>null</C>.
        </P>
        <P>
          A refusal has a status from 400 up and this body. <C>code</C> is for programs and does not change;{" "}
          <C>message</C> is for people.
        </P>
        <CodeBlock what="a refusal" code={problemSample} />
        <P>
          A 401 means that the token is no longer valid. A 429 or 503 says in <C>Retry-After</C> how many seconds to
          wait. The answer to a change has <C>X-Log-Position</C>, an opaque text; send it with a read to see that
          change.
        </P>
      </Part>
      <Part title="Calls">
        <Card>
          <ul>
            {calls.map((call) => (
              <li key={`${call.method} ${call.path}`} className="not-first:border-t not-first:border-line">
                <CallEntry call={call} />
              </li>
            ))}
          </ul>
        </Card>
      </Part>
    </>
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
