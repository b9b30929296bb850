import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useId, useState } from "react";
import { send } from "../../api.ts";
import { ApiError, sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { BuiltWith } from "../../guides/built-with.tsx";
import { firstFramework, frameworkOf } from "../../guides/frameworks.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { RedirectUris } from "./address-rows.tsx";
import { apiIn } from "./api-settings.tsx";
import { ApplicationSettings, More } from "./application-settings.tsx";
import { type Chosen, proposedFor, usual } from "./application-switches.tsx";
import { authenticationIn } from "./client-authentication.tsx";
import { applicationsPath } from "./developer-path.ts";

type ApplicationDialogProps = {
  /** The one to change; null for a new one. */
  application: Application | null;
  /** `framework`: the id of what a new application is built with. */
  onSaved: (application: Application, framework: string) => Promise<unknown>;
  onClose: () => void;
};

const texts = {
  create: {
    title: "New App",
    action: "Create",
    done: {
      title: "Application created",
      description: "Quick Start, at the end of this page, shows how people sign in to it.",
    },
    failed: "Creation failed",
  },
  change: { title: "Edit App", action: "Save", done: { title: "Application updated" }, failed: "Update failed" },
} as const;

/** Registers an application, or changes one. Closes on success. */
export function ApplicationDialog({ application, onSaved, onClose }: ApplicationDialogProps) {
  const id = useId();
  const { confirm } = useStepUp();
  const words = application === null ? texts.create : texts.change;
  const [framework, setFramework] = useState(firstFramework);
  const [chosen, setChosen] = useState<Chosen>(
    () => chosenIn(application) ?? { ...usual, ...proposedFor(firstFramework) },
  );
  const choose = (change: Partial<Chosen>) => setChosen({ ...chosen, ...change });
  const build = (id: string) => {
    const next = frameworkOf(id);
    setFramework(next);
    choose(proposedFor(next));
  };
  const { kind, ...settings } = chosen;
  const values = (data: FormData) => ({
    name: data.get("name"),
    description: data.get("description"),
    logoUrl: data.get("logoUrl"),
    homepageUrl: data.get("homepageUrl"),
    redirectUris: data.getAll("redirectUris"),
    postLogoutRedirectUris: data.getAll("postLogoutRedirectUris"),
    backchannelLogoutUri: data.get("backchannelLogoutUri"),
    ...settings,
    requirePkce: kind === "public" || settings.requirePkce,
    idTokenAlgorithm: data.get("idTokenAlgorithm"),
    ...authenticationIn(data),
    ...apiIn(data),
    ...(application === null && { type: kind }),
  });
  const form = useForm({
    schema: application === null ? "applicationRegistration" : "applicationChange",
    values,
    submit: async (body) => {
      const call = () => send("applicationAnswer", { ...callFor(application), body });
      const saved = await confirm(call, "change an application");
      await onSaved(saved.application, framework.id);
      toast({ kind: "done", ...words.done });
    },
    failed: (error) => {
      if (isDeclined(error)) return;
      const description = sentenceOf(error, "Nothing you typed is lost. Try again in a moment.");
      const isField = error instanceof ApiError && error.problem?.fields !== undefined;
      if (!isField) toast({ kind: "refused", title: words.failed, description });
    },
  });
  const fields = (
    <ApplicationSettings application={application} chosen={chosen} onChoose={choose} errors={form.errors} />
  );
  return (
    <Dialog onClose={onClose} title={words.title}>
      <DialogBody>
        <form {...form.props} id={id} className="grid gap-4">
          {application === null && <BuiltWith chosen={framework.id} onChange={build} />}
          <TextField
            label="Name"
            name="name"
            required
            autoComplete="off"
            defaultValue={application?.name}
            error={form.errors.name}
          />
          <RedirectUris
            uris={application?.redirectUris ?? []}
            suggested={application === null ? framework.redirectUri : null}
            errors={form.errors}
          />
          {application === null ? <More errors={form.errors}>{fields}</More> : fields}
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

const chosenIn = (application: Application | null): Chosen | null =>
  application && {
    kind: application.type,
    requirePkce: application.requirePkce,
    allowFrameSignIn: application.allowFrameSignIn,
    profileInIdToken: application.profileInIdToken,
    allowDeviceFlow: application.allowDeviceFlow,
    requirePushedRequests: application.requirePushedRequests,
    allowUnsignedRequests: application.allowUnsignedRequests,
    requireDpop: application.requireDpop,
  };
