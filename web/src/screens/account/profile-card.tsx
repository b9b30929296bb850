import type { User } from "@attestory/http/routing/answers.ts";
import { useState } from "react";
import { send, useRead } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { Card, CardBody, CardFoot } from "../../parts/card.tsx";
import { NameFields } from "../../parts/name-fields.tsx";
import { toast } from "../../parts/toasts.ts";
import { useSession } from "../../session.tsx";
import { EmailDialog } from "./email-dialog.tsx";
import { changeClass, EmailField } from "./email-field.tsx";
import { UsernameDialog } from "./username-dialog.tsx";

/** The names are changed here, the email address and the username in dialogs. */
export function ProfileCard({ user }: { user: User }) {
  const { refresh } = useSession();
  const [open, setOpen] = useState<"email" | "username" | null>(null);
  const addresses = useRead("emailAddresses", ["/api/user/email"]);
  const close = () => setOpen(null);
  const sent = () => {
    close();
    void addresses.mutate();
  };
  const form = useForm({
    schema: "profile",
    values: (data) => ({ firstName: data.get("firstName"), lastName: data.get("lastName") }),
    submit: async (values) => {
      await send("message", { method: "PUT", path: "/api/user/profile", body: values });
      await refresh();
      toast({ kind: "done", title: "Profile updated" });
    },
    failed: (error) =>
      toast({
        kind: "refused",
        title: "Update failed",
        description: sentenceOf(error, "Nothing you typed is lost. Try again in a moment."),
      }),
  });
  return (
    <Card>
      <form {...form.props}>
        <CardBody>
          <div className="grid gap-4 sm:grid-cols-2">
            <NameFields names={user} errors={form.errors} isOwn />
            <div className="sm:col-span-2">
              <EmailField
                user={user}
                pending={addresses.data?.pending?.email ?? null}
                onChange={() => setOpen("email")}
                onPendingChanged={() => addresses.mutate()}
              />
            </div>
          </div>
        </CardBody>
        <CardFoot>
          <p className="flex min-w-0 flex-wrap gap-x-4 wrap-anywhere">
            <span>
              Username <span className="font-mono text-ink">{user.username}</span>
            </span>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen("username")} className={changeClass}>
              Change username
            </button>
          </p>
          <Button type="submit" look="primary" busy={form.busy}>
            Save
          </Button>
        </CardFoot>
      </form>
      {/* Outside the form: React passes a submission of their own form on to it. */}
      {open === "email" && <EmailDialog email={user.email} onSent={sent} onClose={close} />}
      {open === "username" && <UsernameDialog username={user.username} onClose={close} />}
    </Card>
  );
}
