import type { ReactNode } from "react";
import { Link } from "wouter";
import { useRead } from "../../api.ts";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import type { Operation } from "./reference/api-document.ts";
import { operationsOf } from "./reference/operations.ts";

/** Every call of the document by group, in a line each that leads to its entry in the reference. `waiting`: shown until they are there. */
export function CallList({ waiting }: { waiting: ReactNode }) {
  const { data, error, mutate } = useRead("apiDocument", ["/openapi.json"]);
  if (!data && !error) return waiting;
  if (!data) {
    return (
      <Card>
        <ReadProblem title="The calls could not be loaded" error={error} onRetry={() => void mutate()} />
      </Card>
    );
  }
  const operations = operationsOf(data);
  return data.tags.map(({ name }) => (
    <section key={name} className="grid gap-2 not-first:mt-4">
      <h3 className="font-medium">{name}</h3>
      <Card>
        <ul aria-label={name}>
          {operations
            .filter(({ tags }) => tags.includes(name))
            .map((operation) => (
              <CallLine key={operation.operationId} operation={operation} />
            ))}
        </ul>
      </Card>
    </section>
  ));
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
