import { useMemo, useState } from "react";
import { Link } from "wouter";
import { useRead } from "../../../api.ts";
import { usePage } from "../../../page.ts";
import { Card } from "../../../parts/card.tsx";
import { controlClass } from "../../../parts/field.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { textLinkClass } from "../../../parts/text-link.tsx";
import { ReadProblem } from "../../../read-problem.tsx";
import { C, P, Part } from "../prose.tsx";
import type { ApiDocument, Operation } from "./api-document.ts";
import { OperationEntry } from "./operation-entry.tsx";
import { callsOf, matches, operationsOf } from "./operations.ts";
import { useGrowingCount } from "./use-growing-count.ts";
import { usePainted } from "./use-painted.ts";

/**
 * The reference of every call, from the document that generated clients come from. The page and its search are shown before the document
 * is there.
 */
export function ApiPage() {
  usePage("API reference", "Every call of the Attestory API, with its fields, answers and examples.");
  const [search, setSearch] = useState("");
  return (
    <div className="mx-auto w-full max-w-220 px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16">
      <header className="mb-6">
        <h1 className="text-lg font-semibold tracking-tight sm:text-xl">API reference</h1>
        <p className="mt-1 text-muted">
          From{" "}
          <a href="/openapi.json" className={textLinkClass}>
            openapi.json
          </a>
          , which generates clients too. How to begin is in the{" "}
          <Link href="/docs" className={textLinkClass}>
            documentation
          </Link>
          .
        </p>
      </header>
      <P>
        Accounts, sessions and OAuth 2.0 / OpenID Connect. Answers are JSON. A refusal is a problem: <C>message</C> for
        people, <C>code</C> for programs. A change may carry an <C>Idempotency-Key</C>: the same request with the same
        key is carried out once.
      </P>
      <label className="mt-6 grid max-w-100 gap-1.5 text-sm font-medium">
        Find a call
        <input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={controlClass}
        />
      </label>
      <Reference search={search} />
    </div>
  );
}

function Reference({ search }: { search: string }) {
  const { data, error, mutate } = useRead("apiDocument", usePainted() ? ["/openapi.json"] : null);
  const operations = useMemo(() => data && operationsOf(data), [data]);
  const found = operations?.filter((operation) => matches(operation, search));
  return (
    <>
      <p role="status" className="mt-2 mb-8 min-h-5 text-sm text-muted">
        {found && (found.length === 1 ? "One call" : `${found.length} calls`)}
      </p>
      {error && !data && (
        <Card>
          <ReadProblem title="The reference could not be loaded" error={error} onRetry={() => void mutate()} />
        </Card>
      )}
      {/* As high as the window, so that nothing in it moves when the calls are there. */}
      {!error && !data && (
        <div className="min-h-dvh">
          <Card>
            <SkeletonRows count={5} label="Loading the reference" />
          </Card>
        </div>
      )}
      {data && found && <Calls document={data} found={found} search={search} />}
    </>
  );
}

type CallsProps = { document: ApiDocument; found: readonly Operation[]; search: string };

/** The calls under the names of their tags, the first ones at once. */
function Calls({ document: { tags, components }, found, search }: CallsProps) {
  const count = useGrowingCount(found.length);
  if (found.length === 0) {
    return (
      <P>
        No call has <C>{search}</C> in its name, path or summary.
      </P>
    );
  }
  const shown = tags.flatMap((tag) => callsOf(tag, found)).slice(0, count);
  return tags
    .filter((tag) => callsOf(tag, shown).length > 0)
    .map((tag) => (
      <Part key={tag.name} title={tag.name}>
        <P>{tag.description}</P>
        <Card>
          {callsOf(tag, shown).map((operation) => (
            <OperationEntry key={operation.operationId} operation={operation} components={components} />
          ))}
        </Card>
      </Part>
    ));
}
