import { ChevronDown } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { textLinkClass } from "../../../parts/text-link.tsx";
import { C, P } from "../prose.tsx";
import type { Answer, Components, Operation } from "./api-document.ts";
import { Description, Fields } from "./fields.tsx";
import { curlOf, limitsInWords, nameOfRef, typeInWords, withoutMarks } from "./operations.ts";

type EntryProps = { operation: Operation; components: Components };

/** One call: a line, and everything about it once it is opened. Its name is its anchor. */
export const OperationEntry = memo(function OperationEntry({ operation, components }: EntryProps) {
  const { operationId, method, path, summary } = operation;
  const [isNamed] = useState(() => location.hash === `#${operationId}`);
  const [open, setOpen] = useState(isNamed);
  const entry = useRef<HTMLDetailsElement>(null);
  // The browser looked for it before it was there.
  useEffect(() => {
    if (!isNamed) return;
    entry.current?.scrollIntoView();
    entry.current?.querySelector("summary")?.focus({ preventScroll: true });
  }, [isNamed]);
  return (
    <details
      ref={entry}
      id={operationId}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group scroll-mt-16 not-first:border-t not-first:border-line"
    >
      <summary className="flex cursor-pointer list-none items-start gap-2 px-4 py-3 focus-visible:-outline-offset-2 sm:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronDown aria-hidden="true" className="mt-0.5 size-4 flex-none -rotate-90 text-muted group-open:rotate-0" />
        <span className="min-w-0">
          <span className="font-mono text-sm font-medium wrap-anywhere">
            <span className="text-accent-text">{method}</span> {path}
          </span>
          <span className="block text-sm text-muted">{summary}</span>
        </span>
      </summary>
      {open && <OperationDetails operation={operation} components={components} />}
    </details>
  );
});

function OperationDetails({ operation, components }: EntryProps) {
  const { operationId, description, parameters, requestBody, responses, security } = operation;
  const body = requestBody?.content["application/json"];
  const named = parameters.filter(({ name }) => name !== undefined);
  const credentials = security
    .flatMap(Object.keys)
    .map((name) => components.securitySchemes[name]?.description ?? name);
  return (
    <div className="grid min-w-0 gap-5 px-4 pt-1 pb-6 sm:px-6 sm:pl-12">
      <P>{withoutMarks(description)}</P>
      <p className="text-sm text-muted">
        In generated clients:{" "}
        <a href={`#${operationId}`} className={textLinkClass}>
          <C>{operationId}</C>
        </a>
        . {credentials.length > 0 ? `Takes one of: ${credentials.join("; ")}.` : "Needs no credential."}
      </p>
      {named.length > 0 && (
        <Block title="Parameters">
          <ul className="grid gap-2">
            {named.map(({ name, in: place, required, description, schema = {} }) => (
              <li key={name} className="text-sm">
                <C>{name ?? ""}</C>{" "}
                <span className="text-muted wrap-anywhere">
                  {[`in the ${place}`, typeInWords(schema), limitsInWords(schema)].filter(Boolean).join(", ")}
                  {!required && ", optional"}
                </span>
                <Description text={description} />
              </li>
            ))}
          </ul>
        </Block>
      )}
      {body?.schema && (
        <Block title={`Body: ${typeInWords(body.schema)}`}>
          <Fields schema={body.schema} components={components} />
        </Block>
      )}
      <Block title="Example">
        <CodeBlock what={`the request of ${operationId}`} code={curlOf(location.origin, operation)} />
      </Block>
      {Object.entries(responses).map(([status, answer]) => (
        <AnswerBlock key={status} status={status} answer={answer} components={components} />
      ))}
    </div>
  );
}

const Block = ({ title, children }: { title: string; children?: ReactNode }) => (
  <section className="grid min-w-0 gap-2">
    <h3 className="text-sm font-medium">{title}</h3>
    {children}
  </section>
);

type AnswerProps = { status: string; answer: Answer; components: Components };

/** A success with its fields and an example; of a refusal, what it means. */
function AnswerBlock({ status, answer, components }: AnswerProps) {
  const { $ref, description = "", content } = answer;
  const [meaning = "", ...codes] =
    ($ref ? components.responses[nameOfRef($ref)]?.description : description)?.split("\n- ") ?? [];
  if ($ref || codes.length > 0) return <Refusal status={status} meaning={meaning} codes={codes} />;
  const [[type, { schema, example }] = ["no body", {}]] = Object.entries(content ?? {});
  return (
    <Block title={`${status}: ${schema?.$ref ? nameOfRef(schema.$ref) : type}`}>
      {schema && <Fields schema={schema} components={components} />}
      {example !== undefined && <CodeBlock what={`an answer with ${status}`} code={JSON.stringify(example, null, 2)} />}
    </Block>
  );
}

/** `codes`: those that the call alone refuses with, each with what it means. */
const Refusal = ({ status, meaning, codes }: { status: string; meaning: string; codes: readonly string[] }) => (
  <div className="text-sm text-muted">
    <p>
      <C>{status === "default" ? "Other" : status}</C> {withoutMarks(meaning)}
    </p>
    <ul className="mt-1 grid gap-1 pl-3">
      {codes.map((code) => (
        <li key={code}>{withoutMarks(code)}</li>
      ))}
    </ul>
  </div>
);
