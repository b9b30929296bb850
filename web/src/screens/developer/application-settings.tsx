import type { Application } from "@attestory/http/routing/application-schema.ts";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FieldErrors } from "../../form.ts";
import { TextField } from "../../parts/field.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { AddressesAfterSignOut } from "./address-rows.tsx";
import { ApiSettings } from "./api-settings.tsx";
import { ApplicationSwitches, type Chosen } from "./application-switches.tsx";
import { ApplicationType } from "./application-type.tsx";
import { ClientAuthentication } from "./client-authentication.tsx";

type SettingsProps = {
  application: Application | null;
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
  errors: FieldErrors;
};

/** What most applications leave as it is. */
export function ApplicationSettings({ application, chosen, onChoose, errors }: SettingsProps) {
  return (
    <>
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
      <TextField
        label="Home page"
        name="homepageUrl"
        type="url"
        aside="optional"
        autoComplete="off"
        placeholder="https://"
        defaultValue={application?.homepageUrl ?? ""}
        error={errors.homepageUrl}
      />
      <AddressesAfterSignOut uris={application?.postLogoutRedirectUris ?? []} errors={errors} />
      <TextField
        label="Back-channel logout"
        name="backchannelLogoutUri"
        type="url"
        aside="optional"
        autoComplete="off"
        placeholder="https://"
        hint="Gets a logout token when a session ends in which the application signed a user in."
        defaultValue={application?.backchannelLogoutUri ?? ""}
        error={errors.backchannelLogoutUri}
      />
      {application === null && <ApplicationType kind={chosen.kind} onChange={(kind) => onChoose({ kind })} />}
      <ApplicationSwitches chosen={chosen} onChoose={onChoose} />
      <SelectField
        label="ID token signature"
        name="idTokenAlgorithm"
        hint="Clients that cannot be told the algorithm need RS256, as Spring Security does unless you configure it. Others may use ES256."
        defaultValue={application?.idTokenAlgorithm ?? "RS256"}
      >
        <option value="RS256">RS256: every library knows it</option>
        <option value="ES256">ES256: shorter and faster</option>
      </SelectField>
      {chosen.kind === "confidential" && <ClientAuthentication application={application} errors={errors} />}
      <ApiSettings application={application} errors={errors} />
    </>
  );
}

const foldedFields = [
  "description",
  "logoUrl",
  "homepageUrl",
  "postLogoutRedirectUris",
  "backchannelLogoutUri",
  "jwks",
  "api",
];

/** Closed at first, unless a field in it has an error. Its fields are sent either way. */
export function More({ errors, children }: { errors: FieldErrors; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const hasError = foldedFields.some((field) => errors[field]);
  return (
    <details open={isOpen || hasError} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        More
      </summary>
      <div className="mt-4 grid gap-4">{children}</div>
    </details>
  );
}
