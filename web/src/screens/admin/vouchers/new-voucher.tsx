import { type ReactNode, useId, useState } from "react";
import { send } from "../../../api.ts";
import { ApiError, sentenceOf } from "../../../api-error.ts";
import { type FieldErrors, useForm } from "../../../form.ts";
import type { Parsed } from "../../../load-schemas.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { SelectField } from "../../../parts/select-field.tsx";
import { toast } from "../../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";

interface Kind<Made extends "invitationMade" | "initialTokenMade"> {
  /** The schema of what is sent. */
  schema: "invitationCreation" | "initialTokenCreation";
  /** The schema of the answer. */
  made: Made;
  path: string;
  /** "an invitation" */
  what: string;
}

interface NewVoucherProps<Made extends "invitationMade" | "initialTokenMade"> {
  kind: Kind<Made>;
  title: string;
  description: string;
  action: string;
  /** What is sent besides the limits. */
  values: (data: FormData) => object;
  /** The fields before those of the limits, and after them. */
  before: (errors: FieldErrors) => ReactNode;
  after?: ReactNode;
  /** It can be used once. */
  isSingle?: boolean;
  onMade: () => Promise<unknown>;
  /** What was made, this one time. */
  shown: (made: Parsed<Made>) => ReactNode;
  onClose: () => void;
}

/** Makes an invitation or an initial access token, then shows it this one time. */
export function NewVoucher<Made extends "invitationMade" | "initialTokenMade">(props: NewVoucherProps<Made>) {
  const { kind, title, description, action, values, before, after, isSingle = false, onMade, shown, onClose } = props;
  const id = useId();
  const { confirm } = useStepUp();
  const [made, setMade] = useState<Parsed<Made> | null>(null);
  const form = useForm({
    schema: kind.schema,
    values: (data) => ({
      uses: isSingle ? 1 : Number(data.get("uses")),
      expiresInDays: Number(data.get("expiresInDays")),
      ...values(data),
    }),
    submit: async (body) => {
      const call = () => send(kind.made, { method: "POST", path: kind.path, body });
      setMade(await confirm(call, `make ${kind.what}`));
      await onMade();
    },
    failed: (error) => {
      if (isDeclined(error) || (error instanceof ApiError && error.problem?.fields)) return;
      const sentence = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      const refused = `${kind.what.replace(/^an? /, "The ")} was not made`;
      toast({ kind: "refused", title: refused, description: sentence });
    },
  });
  if (made) return shown(made);
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <DialogBody>
        <form {...form.props} id={id} className="grid gap-4">
          {before(form.errors)}
          <Limits isSingle={isSingle} error={form.errors.uses} />
          {after}
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={form.busy}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** How often and how long it can be used. */
const Limits = ({ isSingle, error }: { isSingle: boolean; error: string | undefined }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      key={isSingle ? "one" : "many"}
      label="Uses"
      name="uses"
      inputMode="numeric"
      autoComplete="off"
      defaultValue="1"
      readOnly={isSingle}
      error={error}
    />
    <SelectField label="Expires" name="expiresInDays" defaultValue="7">
      <option value="1">in one day</option>
      <option value="7">in 7 days</option>
      <option value="30">in 30 days</option>
      <option value="90">in 90 days</option>
    </SelectField>
  </div>
);
