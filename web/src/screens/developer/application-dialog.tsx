import type { Application } from "@attestory/command-api/api-schema";
import { useId, useState } from "react";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { ApplicationType, type Kind } from "./application-type.tsx";
import { applicationsPath } from "./developer-path.ts";
import { RedirectUris } from "./redirect-uris.tsx";
import { SettingSwitch } from "./setting-switch.tsx";

type ApplicationDialogProps = {
  /** The one to change; null for a new one. */
  application: Application | null;
  onSaved: (application: Application) => Promise<unknown>;
  onClose: () => void;
};

const texts = {
  create: { title: "New App", action: "Create", done: "Application created", failed: "Creation failed" },
  change: { title: "Edit App", action: "Save", done: "Application updated", failed: "Update failed" },
} as const;

/** Registers an application, or changes one. Closes on success. */
export function ApplicationDialog({ application, onSaved, onClose }: ApplicationDialogProps) {
  const id = useId();
  const { confirm } = useStepUp();
  const words = application === null ? texts.create : texts.change;
  const [kind, setKind] = useState<Kind>(application?.type ?? "confidential");
  const [requirePkce, setRequirePkce] = useState(application?.requirePkce ?? true);
  const [allowFrameSignIn, setAllowFrameSignIn] = useState(application?.allowFrameSignIn ?? false);
  const values = (data: FormData) => ({
    name: data.get("name"),
    description: data.get("description"),
    logoUrl: data.get("logoUrl"),
    homepageUrl: data.get("homepageUrl"),
    redirectUris: data.getAll("redirectUris"),
    requirePkce: kind === "public" || requirePkce,
    idTokenAlgorithm: data.get("idTokenAlgorithm"),
    allowFrameSignIn,
    ...(application === null && { type: kind }),
  });
  const form = useForm({
    schema: application === null ? "applicationRegistration" : "applicationChange",
    values,
    submit: async (body) => {
      const call = () => send("applicationAnswer", { ...callFor(application), body });
      const saved = await confirm(call, "change an application");
      await onSaved(saved.application);
      toast({ kind: "done", title: words.done });
    },
    failed: (error) => {
      if (isDeclined(error)) return;
      const description = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      const isField = error instanceof ApiError && error.problem?.fields !== undefined;
      if (!isField) toast({ kind: "refused", title: words.failed, description });
    },
  });
  return (
    <Dialog onClose={onClose} title={words.title}>
      <DialogBody>
        <form {...form.props} id={id} className="grid gap-4">
          <Texts application={application} errors={form.errors} />
          <RedirectUris uris={application?.redirectUris ?? []} errors={form.errors} />
          {application === null && <ApplicationType kind={kind} onChange={setKind} />}
          {kind === "confidential" && (
            <SettingSwitch
              name="Require PKCE"
              about="A stolen code is useless then. Every current client library can do it."
              isOn={requirePkce}
              onChange={setRequirePkce}
            />
          )}
          <SettingSwitch
            name="Sign-in in a frame"
            about="A hidden frame of the application may renew a sign-in (prompt=none). Works only on the same site as this service."
            isOn={allowFrameSignIn}
            onChange={setAllowFrameSignIn}
          />
          <SelectField
            label="ID token signature"
            name="idTokenAlgorithm"
            defaultValue={application?.idTokenAlgorithm ?? "RS256"}
          >
            <option value="RS256">RS256: every library knows it</option>
            <option value="ES256">ES256: shorter and faster</option>
          </SelectField>
          <TextField
            label="Home page"
            name="homepageUrl"
            type="url"
            aside="optional"
            autoComplete="off"
            placeholder="https://"
            defaultValue={application?.homepageUrl ?? ""}
            error={form.errors.homepageUrl}
          />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={id} look="primary" busy={form.busy}>
          {words.action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const callFor = (application: Application | null) =>
  application === null
    ? ({ method: "POST", path: applicationsPath } as const)
    : ({ method: "PUT", path: `${applicationsPath}/${application.id}` } as const);

type TextsProps = { application: Application | null; errors: Readonly<Record<string, string>> };

function Texts({ application, errors }: TextsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        autoComplete="off"
        defaultValue={application?.name}
        error={errors.name}
      />
      <TextField
        label="Description"
        name="description"
        aside="optional"
        autoComplete="off"
        defaultValue={application?.description ?? ""}
        error={errors.description}
      />
      <TextField
        label="Logo URL"
        name="logoUrl"
        type="url"
        aside="optional"
        autoComplete="off"
        placeholder="https://"
        hint="32x32 or 64x64 px."
        defaultValue={application?.logoUrl ?? ""}
        error={errors.logoUrl}
      />
    </>
  );
}
