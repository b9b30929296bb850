import { useState } from "react";
import { useRead } from "../../../api.ts";
import type { Parsed } from "../../../load-schemas.ts";
import { Card } from "../../../parts/card.tsx";
import { EmailFrame } from "../../../parts/email-frame.tsx";
import { Segmented } from "../../../parts/segmented.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { PlainSelect } from "../plain-select.tsx";

type Preview = Parsed<"mailPreviews">[number];

const forms = [
  { id: "light", name: "Light" },
  { id: "dark", name: "Dark" },
  { id: "text", name: "Text" },
] as const;
type Form = (typeof forms)[number]["id"];

/** Each email of the service, as mail programs show it. */
export function MailPreviews() {
  const { data, error, mutate } = useRead("mailPreviews", ["/api/admin/mail/previews"]);
  const [id, setId] = useState("");
  const shown = data?.find((preview) => preview.id === id);
  return (
    <Card>
      <CardHead title="Emails" />
      {data ? (
        <div className="grid p-4 sm:px-6">
          <PlainSelect
            label="Email"
            value={id}
            options={[["", "Choose an email to look at"], ...data.map((each) => [each.id, each.when] as const)]}
            onChoose={setId}
          />
        </div>
      ) : error ? (
        <AdminProblem title="The emails could not be loaded" error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonRows count={1} label="Loading the emails" />
      )}
      {shown && <MailPreview preview={shown} />}
    </Card>
  );
}

function MailPreview({ preview: { id, subject, text } }: { preview: Preview }) {
  const [form, setForm] = useState<Form>("light");
  return (
    <section aria-label={subject} className="border-t border-line">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
        <div className="min-w-0">
          <h3 className="font-medium">{subject}</h3>
          <p className="text-sm text-muted">The person, the device and the links are samples.</p>
        </div>
        <Segmented label="Show as" choices={forms} chosen={form} onChange={setForm} />
      </header>
      <div className="border-t border-line">
        {form === "text" ? (
          <p className="p-4 text-muted whitespace-pre-wrap wrap-anywhere sm:px-6">{text}</p>
        ) : (
          <EmailFrame src={`/api/admin/mail/previews/${id}/html?theme=${form}`} title={`Preview: ${subject}`} />
        )}
      </div>
    </section>
  );
}
