import { useId, useState } from "react";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import type { Parsed } from "../../load-schemas.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { FieldError, TextField } from "../../parts/field.tsx";
import { SaveOnceDialog } from "../../parts/save-once-dialog.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { apiKeysPath } from "./developer-path.ts";

type NewApiKeyProps = { onCreated: () => Promise<unknown>; onClose: () => void };

/** Creates a key, then shows it this one time. */
export function NewApiKey({ onCreated, onClose }: NewApiKeyProps) {
  const id = useId();
  const { confirm } = useStepUp();
  const [created, setCreated] = useState<Parsed<"apiKeyCreated">["apiKey"] | null>(null);
  const form = useForm({
    schema: "apiKeyCreation",
    values: (data) => ({
      name: data.get("name"),
      scopes: data.getAll("scopes"),
      ...(data.get("days") !== "" && { expiresAt: inDays(Number(data.get("days"))) }),
    }),
    submit: async (body) => {
      const call = () => send("apiKeyCreated", { method: "POST", path: apiKeysPath, body });
      const { apiKey } = await confirm(call, "create an API key");
      setCreated(apiKey);
      await onCreated();
    },
    failed: (error) => {
      if (isDeclined(error) || (error instanceof ApiError && error.problem?.fields)) return;
      const description = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      toast({ kind: "refused", title: "Creation failed", description });
    },
  });
  if (created) {
    return (
      <SaveOnceDialog
        title="Save your API key"
        about={`${created.name} · ${created.scopes.join(", ")}`}
        secret={created.keyValue}
        copyLabel="Copy API key"
        kept="We keep a fingerprint of the key, not the key."
        action="I've saved the key"
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog onClose={onClose} title="New Key">
      <DialogBody>
        <form {...form.props} id={id} className="grid gap-4">
          <TextField
            label="Name"
            name="name"
            required
            autoComplete="off"
            hint="What uses it, such as Nightly report."
            error={form.errors.name}
          />
          <Scopes error={form.errors.scopes} />
          <SelectField label="Expires" name="days" defaultValue="90">
            <option value="">never</option>
            <option value="30">in 30 days</option>
            <option value="90">in 90 days</option>
            <option value="365">in one year</option>
          </SelectField>
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={form.busy}>
          Create
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const scopes = [
  { scope: "users:read", label: "List users (users:read)" },
  { scope: "users:write", label: "Create users (users:write)" },
  { scope: "health:read", label: "Check the service’s health (health:read)" },
] as const;

function Scopes({ error }: { error: string | undefined }) {
  const errorId = useId();
  return (
    <fieldset className="grid gap-1 sm:gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">Scopes</legend>
      {scopes.map(({ scope, label }) => (
        <Checkbox key={scope} label={label} name="scopes" value={scope} aria-invalid={error ? true : undefined} />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
