import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import type { FieldErrors } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { FieldError, inputClass } from "../../parts/field.tsx";

/** What the list is of. */
interface Addresses {
  /** The field of the call. */
  name: string;
  /** Of one row, such as "redirect URI". */
  one: string;
  legend: string;
  add: string;
  /** Whether there is always a row. */
  required: boolean;
}

const redirectUris: Addresses = {
  name: "redirectUris",
  one: "redirect URI",
  legend: "Redirect URIs",
  add: "Add URI",
  required: true,
};
const afterSignOut: Addresses = {
  name: "postLogoutRedirectUris",
  one: "address after sign-out",
  legend: "After sign-out",
  add: "Add address",
  required: false,
};

type ListProps = {
  uris: readonly string[];
  errors: FieldErrors;
};

/** `suggested`: what the framework expects where it is tried first; null if that is unknown. */
export const RedirectUris = (props: ListProps & { suggested: string | null }) => (
  <AddressRows {...props} of={redirectUris} />
);

export const AddressesAfterSignOut = (props: ListProps) => (
  <AddressRows {...props} of={afterSignOut} suggested={null}>
    <p className="text-sm text-muted">
      Where the application may lead its users once it has signed them out here. Exactly as the application sends it,
      with or without the last slash.
    </p>
  </AddressRows>
);

type AddressRowsProps = ListProps & { of: Addresses; suggested: string | null; children?: ReactNode };

/** One row for each address. The last row of a required list cannot be removed. Blank ones are not sent. */
function AddressRows({ of, uris, suggested, errors, children }: AddressRowsProps) {
  const error = errors[of.name];
  /** Where no row is named, all are meant. */
  const namesRow = Object.keys(errors).some((field) => field.startsWith(`${of.name}.`));
  const errorId = useId();
  const fewest = of.required ? 1 : 0;
  const [rows, setRows] = useState(() => (uris.length < fewest ? [""] : uris).map((uri, key) => ({ key, uri })));
  const lastKey = useRef(rows.length);
  const lastSuggested = useRef<string | null>(null);
  const list = useRef<HTMLFieldSetElement>(null);

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
    list.current?.querySelector<HTMLElement>("input, button[data-add]")?.focus();
  };
  return (
    <fieldset ref={list} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 font-medium">{of.legend}</legend>
      {children}
      {rows.length > 0 && (
        <div className="grid gap-2">
          {rows.map(({ key, uri }, at) => (
            <AddressRow
              key={key}
              of={of}
              number={at + 1}
              uri={uri}
              placeholder={suggested ?? "https://"}
              isNew={key > uris.length}
              isWrong={Boolean(namesRow ? errors[`${of.name}.${at}`] : error)}
              errorId={error ? errorId : undefined}
              onRemove={rows.length > fewest ? () => remove(key) : null}
            />
          ))}
        </div>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button size="small" data-add onClick={add}>
          <Plus aria-hidden="true" className="size-3.5" />
          {of.add}
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

type AddressRowProps = {
  of: Addresses;
  number: number;
  uri: string;
  placeholder: string;
  /** Added here, so that it is filled in next. */
  isNew: boolean;
  isWrong: boolean;
  errorId: string | undefined;
  onRemove: (() => void) | null;
};

function AddressRow({ of: { name, one, required }, number, uri, placeholder, ...row }: AddressRowProps) {
  return (
    <div className="grid grid-flow-col grid-cols-[minmax(0,1fr)] gap-1">
      <input
        type="text"
        inputMode="url"
        name={name}
        aria-label={`${one[0]?.toUpperCase()}${one.slice(1)} ${number}`}
        aria-invalid={row.isWrong || undefined}
        aria-describedby={row.errorId}
        required={required}
        // biome-ignore lint/a11y/noAutofocus: a row that was asked for is filled in next
        autoFocus={row.isNew}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        defaultValue={uri}
        className={inputClass}
      />
      {row.onRemove && (
        <Button look="ghost" size="icon" aria-label={`Remove ${one} ${number}`} onClick={row.onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
        </Button>
      )}
    </div>
  );
}
