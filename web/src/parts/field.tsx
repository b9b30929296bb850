import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

/** The classes of every input and select. CSS counts a select as read-only. */
export const controlClass =
  "h-control w-full min-w-0 rounded-md border border-field bg-surface px-2.75 text-md text-ink placeholder:text-placeholder placeholder:opacity-100 sm:text-base focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus aria-invalid:border-danger-text aria-invalid:focus:outline-danger-text";

/** The classes of every text input. */
export const inputClass = `${controlClass} read-only:border-line-strong read-only:bg-sunken read-only:text-muted`;

/** The classes of an input for a code of six digits. */
export const codeInputClass = `${inputClass.replace("h-control", "h-11")} text-center font-mono tracking-[.32em] indent-[.32em] placeholder:font-sans placeholder:text-base placeholder:tracking-normal sm:text-[18px]`;

/** The error of a field, announced when it appears. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="flex gap-1.5 text-sm text-danger-text">
      <CircleAlert aria-hidden="true" className="mt-0.75 size-3.5" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

type FrameProps = {
  label: string;
  /** Beside the label: "optional", or a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Receives the id and ARIA attributes that the input must have. */
  children: (ids: { id: string; "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
};

/** The label above, the input, then its error or else its hint. */
export function FieldFrame({ label, aside, hint, error, children }: FrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const described = error || hint ? { "aria-describedby": noteId } : {};
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-baseline gap-x-2 gap-y-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="col-span-2 grid gap-1.5">
        {children({ id, ...described, ...(error ? { "aria-invalid": true } : {}) })}
      </div>
      {/* After the input, so that the next Tab goes to the next field and not to a link. */}
      {aside && <span className="col-start-2 row-start-1 text-sm text-subtle">{aside}</span>}
      {(error || hint) && (
        <div className="col-span-2 text-sm text-subtle">
          {error ? <FieldError id={noteId}>{error}</FieldError> : <div id={noteId}>{hint}</div>}
        </div>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FrameProps, "children"> &
  Omit<ComponentProps<"input">, "className" | "id"> & { name: string };

/** One line of text. */
export function TextField({ label, aside, hint, error, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} aside={aside} hint={hint} error={error}>
      {(ids) => <input type="text" {...input} {...ids} className={inputClass} />}
    </FieldFrame>
  );
}
