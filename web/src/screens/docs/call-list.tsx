import { Link } from "wouter";
import { useRead } from "../../api.ts";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { P } from "./prose.tsx";
import type { Operation } from "./reference/api-document.ts";
import { callsOf, operationsOf } from "./reference/operations.ts";

/** Every call of the document by group, in a line each that leads to its entry in the reference. */
export function CallList() {
  const { data, error, mutate } = useRead("apiDocument", ["/openapi.json"]);
  if (!data) {
    return (
      <Card>
        {error ? (
          <ReadProblem title="The calls could not be loaded" error={error} onRetry={() => void mutate()} />
        ) : (
          <SkeletonRows count={5} label="Loading the calls" />
        )}
      </Card>
    );
  }
  const operations = operationsOf(data);
  const groups = data.tags.map((tag) => (
    <section key={tag.name} className="mt-4 grid gap-2">
      <h3 className="font-medium">{tag.name}</h3>
      <Card>
        <ul aria-label={tag.name}>
          {callsOf(tag, operations).map((operation) => (
            <CallLine key={operation.operationId} operation={operation} />
          ))}
        </ul>
      </Card>
    </section>
  ));
  return (
    <>
      <P>
        Each leads to its entry in the API reference, which has its fields, answers and refusals. An account may make
        120 changes a minute and 1,000 an hour; an API key, 600 calls a minute.
      </P>
      {groups}
    </>
  );
}

function CallLine({ operation: { operationId, method, path, summary, security } }: { operation: Operation }) {
  return (
    <li className="not-first:border-t not-first:border-line">
      <Link
        href={`/docs/api#${operationId}`}
        className="block px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 sm:px-6"
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-sm font-medium wrap-anywhere">
            <span className="text-accent-text">{method}</span> {path}
          </span>
          {security.length > 0 && <Badge>Token</Badge>}
        </span>
        <span className="block text-sm text-muted">{summary}</span>
      </Link>
    </li>
  );
}
