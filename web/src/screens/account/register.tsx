import { useState } from "react";
import { Redirect, useLocation } from "wouter";
import { send } from "../../api.ts";
import { ApiError, fieldsOf, sentenceOf } from "../../api-error.ts";
import { useForm } from "../../form.ts";
import { Waiting } from "../../frame/waiting.tsx";
import { keptAdminLink } from "../../kept-admin-link.ts";
import { keepWayBack } from "../../kept-way-back.ts";
import { usePage } from "../../page.ts";
import { AuthFrame } from "../../parts/auth-frame.tsx";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { NewPasswordField } from "../../parts/new-password-field.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { toast } from "../../parts/toasts.ts";
import { UsernameField } from "../../parts/username-field.tsx";
import { useSession } from "../../session.tsx";
import { withWayBack } from "../../way-back.ts";
import { JoiningNote, NotOpen } from "./joining-notes.tsx";
import { forgetInvitation } from "./kept-invitation.ts";
import { type Joining, useJoining } from "./use-joining.ts";

/** The registration screen. Signed-in users already have an account and are redirected. */
export function Register() {
  usePage("Create your account", "One account for every application that uses Attestory.");
  const { session } = useSession();
  const joining = useJoining();
  if (session.state === "signed-in") return <Redirect to={withWayBack("/login")} replace />;
  if (joining.step === "waiting") return <Waiting path="/register" />;
  return joining.step === "form" ? <RegisterForm joining={joining} /> : <NotOpen joining={joining} />;
}

/** Shows a taken username or address beside its field, whether the refusal has it in its `code` or its `fields`. */
function takenFields(error: unknown) {
  const [, field] = (error instanceof ApiError && /^(email|username)_taken$/.exec(error.problem?.code ?? "")) || [];
  return field ? { [field]: sentenceOf(error, "This one is taken."), ...fieldsOf(error) } : fieldsOf(error);
}

function RegisterForm({ joining }: { joining: Extract<Joining, { step: "form" }> }) {
  const { begin } = useSession();
  const [, navigate] = useLocation();
  const [personal, setPersonal] = useState<Readonly<Record<string, string>>>({});
  const form = useForm({
    schema: "registration",
    values: (data) => {
      const [invitation, adminLink] = [joining.invitation, keptAdminLink()];
      return { ...Object.fromEntries(data), ...(invitation && { invitation }), ...(adminLink && { adminLink }) };
    },
    submit: async (values) => {
      begin(await send("signedIn", { method: "POST", path: "/api/auth/register", body: values }));
      forgetInvitation();
      // The link for the first admin verifies the address.
      if (keptAdminLink() !== null) return navigate("/admin-link");
      toast({
        kind: "done",
        title: "Registration Successful",
        description: "Please check your email to verify your account before logging in.",
      });
      keepWayBack();
      navigate(withWayBack("/login"));
    },
    refusedFields: takenFields,
    failed: (error) =>
      toast({
        kind: "refused",
        title: "Registration failed",
        description: sentenceOf(error, "Nothing you typed is lost. Try again in a moment."),
      }),
  });

  /** Keeps a field's value on blur: the password strength takes it into account. */
  const personalField = (name: string) => ({
    name,
    error: form.errors[name],
    onBlur: (event: { target: { value: string } }) => setPersonal({ ...personal, [name]: event.target.value }),
  });

  return (
    <AuthFrame
      wide
      title="Create your account"
      lead="One account for every application that uses Attestory."
      foot={
        <>
          Have an account? <TextLink href={withWayBack("/login")}>Sign in</TextLink>
        </>
      }
    >
      <form {...form.props} className="grid gap-4 sm:grid-cols-2">
        <div className="grid empty:hidden sm:col-span-2">
          <JoiningNote joining={joining} refused={form.errors.invitation} />
        </div>
        <TextField label="First name" aside="optional" autoComplete="given-name" {...personalField("firstName")} />
        <TextField label="Last name" aside="optional" autoComplete="family-name" {...personalField("lastName")} />
        <div className="grid gap-4 sm:col-span-2">
          <TextField label="Email" type="email" autoComplete="email" required {...personalField("email")} />
          <UsernameField {...personalField("username")} />
          <NewPasswordField
            label="Password"
            name="password"
            error={form.errors.password}
            personal={Object.values(personal)}
          />
          <Button type="submit" look="primary" block busy={form.busy}>
            {form.busy ? "Creating account..." : "Create Account"}
          </Button>
        </div>
      </form>
    </AuthFrame>
  );
}
