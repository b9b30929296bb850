import { CodeBlock } from "../parts/code-block.tsx";
import type { Guide } from "./guide.ts";

/** What to install, to write and to start. `name`: what the application is built with. */
export function GuideSteps({ guide: { install, files, run, notes }, name }: { guide: Guide; name: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {install && <Step title="Install" what={`what to install for ${name}`} code={install} />}
      {files.map((file) => (
        <Step key={file.name} title={file.name} isFile what={`the file ${file.name}`} code={file.code} />
      ))}
      {run && <Step title="Run" what={`how to run it with ${name}`} code={run} />}
      {notes.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

type StepProps = { title: string; isFile?: boolean; what: string; code: string };

const Step = ({ title, isFile = false, what, code }: StepProps) => (
  <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
    <h3 className={isFile ? "font-mono text-sm wrap-anywhere" : "font-medium"}>{title}</h3>
    <CodeBlock what={what} code={code.trimEnd()} />
  </section>
);
