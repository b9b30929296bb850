import { useState } from "react";
import { Link } from "wouter";
import { useRead } from "../../../api.ts";
import { usePage } from "../../../page.ts";
import { Card } from "../../../parts/card.tsx";
import { controlClass } from "../../../parts/field.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { textLinkClass } from "../../../parts/text-link.tsx";
import { ReadProblem } from "../../../read-problem.tsx";
import { C, P, Part } from "../prose.tsx";
import type { ApiDocument } from "./api-document.ts";
import { OperationEntry } from "./operation-entry.tsx";
import { matches, operationsOf, withoutMarks } from "./operations.ts";

/** The reference of every call, from the document that generated clients come from. */
export function ApiPage() {
  usePage("API reference", "Every call of the Attestory API, with its fields, answers and examples.");
  const { data, error, mutate } = useRead("apiDocument", ["/openapi.json"]);
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
      {data ? (
        <Reference document={data} />
      ) : (
        <Card>
          {error ? (
            <ReadProblem title="The reference could not be loaded" error={error} onRetry={() => void mutate()} />
          ) : (
            <SkeletonRows count={5} label="Loading the reference" />
          )}
        </Card>
      )}
    </div>
  );
}

function Reference({ document }: { document: ApiDocument }) {
  const [search, setSearch] = useState("");
  const found = operationsOf(document).filter((operation) => matches(operation, search));
  return (
    <>
      <P>{withoutMarks(document.info.description)}</P>
      <label className="mt-6 grid max-w-100 gap-1.5 text-sm font-medium">
        Find a call
        <input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={controlClass}
        />
      </label>
      <p role="status" className="mt-2 mb-8 text-sm text-muted">
        {found.length === 1 ? "One call" : `${found.length} calls`}
      </p>
      {document.tags.map(({ name, description }) => {
        const calls = found.filter(({ tags }) => tags.includes(name));
        return (
          calls.length > 0 && (
            <Part key={name} title={name}>
              <P>{description}</P>
              <Card>
                {calls.map((operation) => (
                  <OperationEntry key={operation.operationId} operation={operation} components={document.components} />
                ))}
              </Card>
            </Part>
          )
        );
      })}
      {found.length === 0 && (
        <P>
          No call has <C>{search}</C> in its name, path or summary.
        </P>
      )}
    </>
  );
}
