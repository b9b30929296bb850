import type { ClientCall } from "@attestory/query-api/applications/client-call-schema.ts";
import { differenceOf } from "./difference.ts";

type Differences = ClientCall["differences"];

/** What a call sent, and what it should have sent, with the differing part marked. */
export function DifferenceRows({ differences }: { differences: Differences }) {
  return differences.map((difference) => <Rows key={difference.parameter} {...difference} />);
}

function Rows({ parameter, received, expected }: Differences[number]) {
  const { before, after, ...middle } = differenceOf(received ?? "", expected ?? "");
  const compares = received !== null && expected !== null;
  const value = (text: string | null, part: string) =>
    text === null ? (
      <span className="text-subtle">nothing</span>
    ) : (
      <code className="font-mono wrap-anywhere">
        {compares ? <Marked before={before} part={part} after={after} /> : text}
      </code>
    );
  return (
    <dl aria-label={parameter} className="mt-1 grid gap-x-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
      <dt className="text-subtle">sent</dt>
      <dd>{value(received, middle.received)}</dd>
      <dt className="text-subtle">{parameter === "redirect_uri" ? "registered" : "expected"}</dt>
      <dd>{value(expected, middle.expected)}</dd>
    </dl>
  );
}

/** Underlined too: colour alone says nothing to many. */
const Marked = ({ before, part, after }: { before: string; part: string; after: string }) => (
  <>
    {before}
    {part && (
      <mark className="rounded-[2px] bg-danger-tint px-0.5 text-danger-text underline shadow-[0_0_0_1px_var(--danger-line)]">
        {part}
      </mark>
    )}
    {after}
  </>
);
