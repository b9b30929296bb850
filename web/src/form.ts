import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { fieldsOf } from "./api-error.ts";
import { loadSchemas, type Parsed, type SchemaName } from "./load-schemas.ts";
import { mendingMistake } from "./parts/toasts.ts";

type FormOptions<Name extends SchemaName> = {
  schema: Name;
  /** Converts the form data to the schema's input. Default: every field unchanged. */
  values?: (data: FormData) => unknown;
  /** May reject: field errors in a refusal are shown beside the fields. */
  submit: (values: Parsed<Name>) => Promise<void>;
  /** Reads the field errors from a refusal. Default: its `fields`. */
  refusedFields?: (error: unknown) => FieldErrors;
  /** Called with the error of the schemas that could not be loaded, or that `submit` rejected with. */
  failed?: (error: unknown) => void;
  /** Called with the errors that the schema found, before anything is sent. */
  invalid?: (errors: FieldErrors) => void;
};

export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Validates with the schema, submits once at a time and keeps the entered values. After a failure, the first invalid field gets the focus.
 * Spread `props` on the form; give every field its error from `errors`.
 */
export function useForm<Name extends SchemaName>({
  schema,
  values = texts,
  submit,
  refusedFields = fieldsOf,
  failed,
  invalid,
}: FormOptions<Name>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);

  // A form that is submitted later then finds the schemas loaded. If they could not be loaded, that attempt loads them again.
  useEffect(() => void loadSchemas().catch(() => undefined), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves after an attempt, never during typing
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [attempt]);

  const show = (found: FieldErrors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };

  const check = async (input: unknown): Promise<Parsed<Name> | null> => {
    const schemas = await loadSchemas();
    const { success, data, error } = schemas[schema].safeParse(input);
    if (success) return data;
    const found = firstOfEach(error.issues);
    show(found);
    invalid?.(found);
    return null;
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const input = values(new FormData(event.currentTarget));
    const mended = mendingMistake();
    setBusy(true);
    try {
      const checked = await check(input);
      if (checked === null) return;
      setErrors({});
      await submit(checked);
      mended();
    } catch (error) {
      show(refusedFields(error));
      failed?.(error);
    } finally {
      setBusy(false);
    }
  };

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement;
    const isOther = (field: string) => field !== name && !field.startsWith(`${name}.`);
    if (name in errors)
      setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([field]) => isOther(field))));
  };

  return { errors, busy, props: { ref: form, onSubmit, onInput, noValidate: true } };
}

const texts = (data: FormData): unknown => Object.fromEntries(data);

/** The first error of each field, and of each entry of a list: `redirectUris`, `redirectUris.1`. */
function firstOfEach(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const found: Record<string, string> = {};
  for (const { path, message } of issues) {
    found[String(path[0])] ??= message;
    found[path.join(".")] ??= message;
  }
  return found;
}
