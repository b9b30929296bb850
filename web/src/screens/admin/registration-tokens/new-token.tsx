import { useId, useState } from "react";
import { send } from "../../../api.ts";
import { ApiError, sentenceOf } from "../../../api-error.ts";
import { useForm } from "../../../form.ts";
import type { Parsed } from "../../../load-schemas.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { SelectField } from "../../../parts/select-field.tsx";
import { toast } from "../../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";
import { MadeToken } from "./made-token.tsx";
import { tokensPath } from "./use-tokens.ts";

type NewTokenProps = { onMade: () => Promise<unknown>; onClose: () => void };

/** Makes an initial access token, then shows it this one time. */
export function NewToken({ onMade, onClose }: NewTokenProps) {
  const id = useId();
  const { confirm } = useStepUp();
  const [made, setMade] = useState<Parsed<"initialTokenMade">["initialAccessToken"] | null>(null);
  const form = useForm({
    schema: "initialTokenCreation",
    values: (data) => ({
      label: data.get("label"),
      uses: Number(data.get("uses")),
      expiresInDays: Number(data.get("expiresInDays")),
    }),
    submit: async (body) => {
      const call = () => send("initialTokenMade", { method: "POST", path: tokensPath, body });
      setMade((await confirm(call, "make a registration token")).initialAccessToken);
      await onMade();
    },
    failed: (error) => {
      if (isDeclined(error) || (error instanceof ApiError && error.problem?.fields)) return;
      const description = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      toast({ kind: "refused", title: "The token was not made", description });
    },
  });
  if (made) return <MadeToken made={made} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="New Token" description="It lets applications register themselves.">
      <DialogBody>
        <form {...form.props} id={id} className="grid gap-4">
          <TextField
            label="Label"
            name="label"
            autoComplete="off"
            hint="What the token is for, such as the name of a build server."
            error={form.errors.label}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Uses"
              name="uses"
              inputMode="numeric"
              autoComplete="off"
              defaultValue="1"
              error={form.errors.uses}
            />
            <SelectField label="Expires" name="expiresInDays" defaultValue="7">
              <option value="1">in one day</option>
              <option value="7">in 7 days</option>
              <option value="30">in 30 days</option>
              <option value="90">in 90 days</option>
            </SelectField>
          </div>
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={form.busy}>
          Make Token
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
