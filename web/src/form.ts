import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { fieldsOf } from "./api-error.ts";

type FormOptions<S extends z.ZodType> = {
  schema: S;
  /** Converts the form data to the schema's input. Default: every field unchanged. */
  values?: (data: FormData) => unknown;
  /** May reject: field errors in a refusal are shown beside the fields. */
  submit: (values: z.output<S>) => Promise<void>;
  /** Reads the field errors from a refusal. Default: its `fields`. */
  refusedFields?: (error: unknown) => FieldErrors;
  /** Called with the error that `submit` rejected with. */
  failed?: (error: unknown) => void;
  /** Called with the errors that the schema found, before anything is sent. */
  invalid?: (errors: FieldErrors) => void;
};

export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Validates with the schema, submits once at a time and keeps the entered values. After a failure, the first invalid field gets the focus.
 * Spread `props` on the form; give every field its error from `errors`.
 */
export function useForm<S extends z.ZodType>({
  schema,
  values = texts,
  submit,
  refusedFields = fieldsOf,
  failed,
  invalid,
}: FormOptions<S>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves after an attempt, never during typing
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [attempt]);

  const show = (found: FieldErrors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const checked = schema.safeParse(values(new FormData(event.currentTarget)));
    if (!checked.success) {
      const found = firstOfEach(checked.error.issues);
      show(found);
      invalid?.(found);
      return;
    }
    setErrors({});
    setBusy(true);
    try {
      await submit(checked.data);
    } catch (error) {
      show(refusedFields(error));
      failed?.(error);
    } finally {
      setBusy(false);
    }
  };

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement;
    if (name in errors) setErrors(({ [name]: _, ...others }) => others);
  };

  return { errors, busy, props: { ref: form, onSubmit, onInput, noValidate: true } };
}

const texts = (data: FormData): unknown => Object.fromEntries(data);

function firstOfEach(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const found: Record<string, string> = {};
  for (const { path, message } of issues) found[String(path[0])] ??= message;
  return found;
}
