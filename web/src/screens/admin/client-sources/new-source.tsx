import { useId } from "react";
import { send } from "../../../api.ts";
import { ApiError, sentenceOf } from "../../../api-error.ts";
import { useForm } from "../../../form.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { toast } from "../../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";
import { sourcesPath } from "./use-sources.ts";

type NewSourceProps = { onAllowed: () => Promise<unknown>; onClose: () => void };

/** Allows another address. */
export function NewSource({ onAllowed, onClose }: NewSourceProps) {
  const id = useId();
  const { confirm } = useStepUp();
  const form = useForm({
    schema: "clientSourceCreation",
    values: (data) => ({ address: data.get("address") }),
    submit: async (body) => {
      const call = () => send("clientSourceAllowed", { method: "POST", path: sourcesPath, body });
      const { clientSource } = await confirm(call, "allow this address");
      toast({ kind: "done", title: "Address allowed", description: clientSource.urlPrefix });
      onClose();
      await onAllowed();
    },
    failed: (error) => {
      if (isDeclined(error) || (error instanceof ApiError && error.problem?.fields)) return;
      const description = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      toast({ kind: "refused", title: "The address was not allowed", description });
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title="Allow an Address"
      description="Applications whose metadata document is there may ask users for consent. They belong to you, and end when you are no longer an admin."
    >
      <DialogBody>
        <form {...form.props} id={id} className="grid gap-4">
          <TextField
            label="Address"
            name="address"
            autoComplete="off"
            spellCheck={false}
            hint="A host, such as tools.example, or the beginning of an address that ends with a slash. Allow only hosts on which no strangers put files."
            error={form.errors.address}
          />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={form.busy}>
          Allow Address
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
