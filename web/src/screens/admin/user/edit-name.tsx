import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import type { ReactNode } from "react";
import { send } from "../../../api.ts";
import { sentenceOf } from "../../../api-error.ts";
import { useForm } from "../../../form.ts";
import { Button } from "../../../parts/button.tsx";
import { Card, CardBody, CardFoot } from "../../../parts/card.tsx";
import { NameFields } from "../../../parts/name-fields.tsx";
import { toast } from "../../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";

type EditNameProps = { user: AdminUser; onChanged: () => Promise<unknown>; children: ReactNode };

/** The facts of an account, and its name, which an admin may correct. */
export function EditName({ user, onChanged, children }: EditNameProps) {
  const { confirm } = useStepUp();
  const form = useForm({
    schema: "profile",
    submit: async (body) => {
      const command = { method: "PUT", path: `/api/admin/users/${user.id}`, body } as const;
      await confirm(() => send("message", command), "change the name of an account");
      await onChanged();
      toast({ kind: "done", title: "User updated" });
    },
    failed: (error) => {
      if (isDeclined(error)) return;
      toast({ kind: "refused", title: "Update failed", description: sentenceOf(error, "Try again in a moment.") });
    },
  });
  return (
    <Card>
      <form {...form.props}>
        <CardBody>
          <div className="grid gap-6">
            {children}
            <div className="grid gap-4 sm:grid-cols-2">
              <NameFields names={user} errors={form.errors} />
            </div>
          </div>
        </CardBody>
        <CardFoot>
          <span>The owner sees in their activity that an admin changed it.</span>
          <Button type="submit" busy={form.busy}>
            Save
          </Button>
        </CardFoot>
      </form>
    </Card>
  );
}
