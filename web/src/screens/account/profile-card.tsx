import type { User } from "@attestory/command-api/api-schema";
import { Check } from "lucide-react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { Card, CardBody, CardFoot } from "../../parts/card.tsx";
import { TextField } from "../../parts/field.tsx";
import { toast } from "../../parts/toasts.ts";
import { useSession } from "../../session.tsx";

/** First and last name can be changed; the email address is only shown. */
export function ProfileCard({ user }: { user: User }) {
  const { refresh } = useSession();
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
            <TextField
              label="First name"
              name="firstName"
              autoComplete="given-name"
              defaultValue={user.firstName ?? ""}
              error={form.errors.firstName}
            />
            <TextField
              label="Last name"
              name="lastName"
              autoComplete="family-name"
              defaultValue={user.lastName ?? ""}
              error={form.errors.lastName}
            />
            <div className="sm:col-span-2">
              <TextField
                label="Email"
                name="email"
                readOnly
                autoComplete="email"
                value={user.email}
                hint={
                  <span className="flex gap-1.5 text-success-text">
                    <Check aria-hidden="true" className="mt-0.75 size-3.5" />
                    Verified
                  </span>
                }
              />
            </div>
          </div>
        </CardBody>
        <CardFoot>
          <p className="min-w-0 wrap-anywhere">
            Username <span className="font-mono text-ink">{user.username}</span>
          </p>
          <Button type="submit" look="primary" busy={form.busy}>
            Save
          </Button>
        </CardFoot>
      </form>
    </Card>
  );
}
