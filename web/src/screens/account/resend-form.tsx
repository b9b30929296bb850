import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { toast } from "../../parts/toasts.ts";

/** Requests the verification email again. Calls `onEmpty` if the address was left empty. */
export function ResendForm(props: { email?: string; onSent: (email: string) => void; onEmpty?: () => void }) {
  const form = useForm({
    schema: "resendVerification",
    submit: async ({ email }) => {
      await send("message", { method: "POST", path: "/api/auth/resend-verification", body: { email } });
      toast({ kind: "done", title: "Verification Email Sent" });
      props.onSent(email);
    },
    failed: (error) =>
      toast({
        kind: "refused",
        title: "Resend Failed",
        description: sentenceOf(error, "Failed to resend verification email"),
      }),
    invalid: ({ email }) => {
      if (email === "Please enter your email address") props.onEmpty?.();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={props.email}
        error={form.errors.email}
      />
      <Button type="submit" look="primary" block busy={form.busy}>
        Resend Verification Email
      </Button>
    </form>
  );
}
