import type { Application } from "@attestory/http/routing/application-schema.ts";
import { Plus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { FieldErrors } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { FieldError, inputClass, TextField } from "../../parts/field.tsx";
import { ApiClients, ApiClientsDetail, apiClientsIn } from "./api-clients.tsx";
import { Detail } from "./details.tsx";

type Api = NonNullable<Application["api"]>;
type Scope = Api["scopes"][number];

const blank: Scope = { name: "", description: "" };

type ApiSettingsProps = { application: Application | null; errors: FieldErrors };

/** The API of an application, and what it lets others do. */
export function ApiSettings({ application, errors }: ApiSettingsProps) {
  const { resource = "", scopes = [blank] } = application?.api ?? {};
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line p-4">
      <legend className="px-1 font-medium">Your API</legend>
      <p className="text-sm text-muted">
        If the application has an API, others can ask for access tokens of it. Leave both empty if it has none.
      </p>
      <TextField
        label="Resource"
        name="apiResource"
        type="text"
        inputMode="url"
        aside="optional"
        autoComplete="off"
        placeholder="https://api.example.com"
        hint="Its identifier, which is the audience (aud) of its tokens. It need not answer there."
        defaultValue={resource}
        error={errors["api.resource"]}
      />
      <ScopeRows scopes={scopes} errors={errors} />
      <ApiClients clients={application?.api?.clients ?? []} error={errorBelow(errors, "api.clients")} />
    </fieldset>
  );
}

/** One row for each scope. Blank ones are not sent. */
function ScopeRows({ scopes, errors }: { scopes: readonly Scope[]; errors: FieldErrors }) {
  const errorId = useId();
  const [rows, setRows] = useState(() => scopes.map((scope, key) => ({ key, scope })));
  const lastKey = useRef(rows.length);
  const list = useRef<HTMLDivElement>(null);
  const error = errorBelow(errors, "api.scopes");
  const add = () => {
    lastKey.current += 1;
    setRows([...rows, { key: lastKey.current, scope: blank }]);
  };
  const remove = (removed: number) => {
    setRows(rows.filter(({ key }) => key !== removed));
    // The button that had the focus is gone.
    list.current?.querySelector<HTMLElement>("input, button[data-add]")?.focus();
  };
  return (
    <div ref={list} className="grid gap-2">
      <p className="font-medium">Scopes</p>
      <p className="text-sm text-muted">The description is what users read when they allow it.</p>
      {rows.map(({ key, scope }, at) => (
        <ScopeRow
          key={key}
          number={at + 1}
          scope={scope}
          isNew={key > scopes.length}
          faults={{ name: errors[`api.scopes.${at}.name`], description: errors[`api.scopes.${at}.description`] }}
          errorId={error ? errorId : undefined}
          onRemove={() => remove(key)}
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div>
        <Button size="small" data-add onClick={add}>
          <Plus aria-hidden="true" className="size-3.5" />
          Add scope
        </Button>
      </div>
    </div>
  );
}

const errorBelow = (errors: FieldErrors, name: string): string | undefined =>
  Object.entries(errors).find(([field]) => field.startsWith(name))?.[1];

type ScopeRowProps = {
  number: number;
  scope: Scope;
  /** Added here, so that it is filled in next. */
  isNew: boolean;
  faults: { name: string | undefined; description: string | undefined };
  errorId: string | undefined;
  onRemove: () => void;
};

function ScopeRow({ number, scope, isNew, faults, errorId, onRemove }: ScopeRowProps) {
  const shared = { autoComplete: "off", className: inputClass, "aria-describedby": errorId } as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1">
      <div className="grid gap-1 sm:grid-cols-[2fr_3fr]">
        <input
          {...shared}
          name="apiScopeName"
          aria-label={`Scope ${number}`}
          aria-invalid={faults.name !== undefined || undefined}
          // biome-ignore lint/a11y/noAutofocus: a row that was asked for is filled in next
          autoFocus={isNew}
          autoCapitalize="none"
          spellCheck={false}
          placeholder="invoices:read"
          defaultValue={scope.name}
        />
        <input
          {...shared}
          name="apiScopeDescription"
          aria-label={`What scope ${number} allows`}
          aria-invalid={faults.description !== undefined || undefined}
          placeholder="Read your invoices"
          defaultValue={scope.description}
        />
      </div>
      <Button look="ghost" size="icon" aria-label={`Remove scope ${number}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}

/** What the fields above say: null for no API. */
export function apiIn(data: FormData): { api: unknown } {
  const resource = String(data.get("apiResource") ?? "").trim();
  const descriptions = data.getAll("apiScopeDescription").map(String);
  const scopes = data
    .getAll("apiScopeName")
    .map((name, at) => ({ name: String(name).trim(), description: descriptions[at] ?? "" }))
    .filter(({ name, description }) => name !== "" || description.trim() !== "");
  return { api: resource === "" && scopes.length === 0 ? null : { resource, scopes, ...apiClientsIn(data) } };
}

export function ApiDetail({ api }: Pick<Application, "api">) {
  if (api === null) return null;
  return (
    <Detail name="API">
      <code className="font-mono wrap-anywhere">{api.resource}</code>
      <ul className="mt-1 grid gap-1">
        {api.scopes.map(({ name, description }) => (
          <li key={name} className="wrap-anywhere">
            <code className="font-mono">{name}</code> <span className="text-muted">{description}</span>
          </li>
        ))}
      </ul>
      <ApiClientsDetail clients={api.clients} />
    </Detail>
  );
}
