import { Plus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { FieldErrors } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { FieldError, inputClass } from "../../parts/field.tsx";

type RedirectUrisProps = {
  uris: readonly string[];
  /** What the framework expects where it is tried first; null if that is unknown. */
  suggested: string | null;
  errors: FieldErrors;
};

/** One row for each redirect URI. The last row cannot be removed. Blank ones are not sent. */
export function RedirectUris({ uris, suggested, errors }: RedirectUrisProps) {
  const error = errors.redirectUris;
  /** Where no row is named, all are meant. */
  const namesRow = Object.keys(errors).some((field) => field.startsWith("redirectUris."));
  const errorId = useId();
  const [rows, setRows] = useState(() => (uris.length > 0 ? uris : [""]).map((uri, key) => ({ key, uri })));
  const lastKey = useRef(rows.length);
  const lastSuggested = useRef<string | null>(null);
  const list = useRef<HTMLDivElement>(null);

  const add = () => {
    lastKey.current += 1;
    setRows([...rows, { key: lastKey.current, uri: "" }]);
  };
  /** In place of an earlier suggestion, or into a blank row. */
  const suggest = (uri: string) => {
    const inputs = [...(list.current?.querySelectorAll("input") ?? [])];
    const row = inputs.find(({ value }) => value.trim() === "" || value === lastSuggested.current);
    lastSuggested.current = uri;
    if (row) row.value = uri;
    else if (!inputs.some(({ value }) => value === uri)) setRows([...rows, { key: ++lastKey.current, uri }]);
    row?.focus();
  };
  const remove = (removed: number) => {
    setRows(rows.filter(({ key }) => key !== removed));
    // The button that had the focus is gone.
    list.current?.querySelector("input")?.focus();
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 font-medium">Redirect URIs</legend>
      <div ref={list} className="grid gap-2">
        {rows.map(({ key, uri }, at) => (
          <div key={key} className="grid grid-flow-col grid-cols-[minmax(0,1fr)] gap-1">
            <input
              type="text"
              inputMode="url"
              name="redirectUris"
              aria-label={`Redirect URI ${at + 1}`}
              aria-invalid={(namesRow ? errors[`redirectUris.${at}`] : error) ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              required
              // biome-ignore lint/a11y/noAutofocus: a row that was asked for is filled in next
              autoFocus={key >= uris.length && key > 0}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={suggested ?? "https://"}
              defaultValue={uri}
              className={inputClass}
            />
            {rows.length > 1 && (
              <Button look="ghost" size="icon" aria-label={`Remove redirect URI ${at + 1}`} onClick={() => remove(key)}>
                <Trash2 aria-hidden="true" className="size-4" />
              </Button>
            )}
          </div>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={add}>
          <Plus aria-hidden="true" className="size-3.5" />
          Add URI
        </Button>
        {suggested && (
          <Button size="small" look="ghost" onClick={() => suggest(suggested)}>
            <span className="min-w-0 truncate">Use {suggested}</span>
          </Button>
        )}
      </div>
    </fieldset>
  );
}
