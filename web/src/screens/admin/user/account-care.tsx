import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Card, Row } from "../../../parts/card.tsx";
import { useSession } from "../../../session.tsx";
import { SecureDialog } from "../../account/secure-dialog.tsx";
import { ChangeStatus, onlyOwner } from "../change-status.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";
import { EraseAccount } from "./erase-account.tsx";

type CareProps = { user: AdminUser; onChanged: () => Promise<unknown> };

/** What an admin can do for an owner who cannot get in, and against a person who should not have got in. */
export function AccountCare({ user, onChanged }: CareProps) {
  return (
    <Card>
      <Row title={statusOf(user)} action={<ChangeStatus user={user} onChanged={onChanged} />}>
        {aboutStatus(user)}
      </Row>
      <LiftLimits user={user} onChanged={onChanged} />
      <RemoveFactors user={user} onChanged={onChanged} />
      {user.emailVerified ? (
        <>
          <ForceReset user={user} onChanged={onChanged} />
          <SecureAccount user={user} onChanged={onChanged} />
        </>
      ) : (
        <ResendVerification user={user} onChanged={onChanged} />
      )}
      <EraseAccount user={user} />
    </Card>
  );
}

function statusOf({ isActive, erasesAt }: AdminUser): string {
  if (erasesAt !== null) return "To be deleted";
  return isActive ? "Active" : "Inactive";
}

function aboutStatus({ isActive, erasesAt }: AdminUser): string {
  if (erasesAt !== null) return `Nobody can sign in to this account. ${onlyOwner}`;
  return isActive ? "The owner can sign in." : "Nobody can sign in to this account.";
}

function useCare({ user, onChanged }: CareProps, what: "lift-limits" | "force-reset" | "resend-verification") {
  const { busy, act } = useAdminAction();
  const care = async (said: { purpose: string; done: string; failed: string }): Promise<boolean> => {
    const done = await act({ method: "POST", path: `/api/admin/users/${user.id}/${what}`, ...said });
    if (done) await onChanged();
    return done;
  };
  return { busy, care };
}

function LiftLimits(props: CareProps) {
  const { busy, care } = useCare(props, "lift-limits");
  const lift = () =>
    care({ purpose: "lift the limits of an account", done: "Limits lifted", failed: "Lifting failed" });
  return (
    <Row
      title="Lift limits"
      action={
        <Button size="small" busy={busy} onClick={() => void lift()}>
          Lift limits
        </Button>
      }
    >
      Ends the waits after wrong passwords and wrong codes, so that the owner can try again at once.
    </Row>
  );
}

function RemoveFactors({ user, onChanged }: CareProps) {
  const { busy, act } = useAdminAction();
  const remove = async (): Promise<boolean> => {
    const done = await act({
      method: "DELETE",
      path: `/api/admin/users/${user.id}/second-factors`,
      purpose: "remove the second factors of an account",
      done: "Second factors removed",
      failed: "Removal failed",
    });
    if (done) await onChanged();
    return done;
  };
  const ask = useQuestion({
    title: "Remove every second factor?",
    text: "The authenticator app, the recovery codes, every hardware key and every passkey are removed, and every session ends. The owner signs in with the password, or sets one by “Forgot password?”, and can add them again.",
    action: "Remove",
    busy,
    onConfirm: remove,
  });
  return (
    <Row
      title="Remove second factors"
      action={
        <Button size="small" look="quietDanger" aria-label="Remove second factors" onClick={ask}>
          Remove
        </Button>
      }
    >
      For an owner who lost them. Make sure first that it is the owner who asks.
    </Row>
  );
}

function ForceReset(props: CareProps) {
  const { busy, care } = useCare(props, "force-reset");
  // A deactivated account gets no link: it would not work.
  const { done, link } = props.user.isActive
    ? { done: "Password reset sent", link: "The owner gets an email with a link that sets a new password." }
    : { done: "Password ended", link: "The account is deactivated, so no link to set a new password is sent." };
  const ask = useQuestion({
    title: "Force a password reset?",
    text: `The password, every session, every API key and the access of applications end at once. ${link} Hardware keys and passkeys stay, and still sign in: remove them too if they may be someone else's.`,
    action: "Force reset",
    busy,
    onConfirm: () => care({ purpose: "force a password reset", done, failed: "Reset failed" }),
  });
  return (
    <Row
      title="Force a password reset"
      action={
        <Button size="small" look="quietDanger" onClick={ask}>
          Force reset
        </Button>
      }
    >
      Where another person may know the password. A link to the owner's address sets a new one.
    </Row>
  );
}

function SecureAccount({ user, onChanged }: CareProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { session } = useSession();
  const isOwn = session.state === "signed-in" && session.user.id === user.id;
  const done = () => {
    setIsOpen(false);
    void onChanged();
  };
  return (
    <Row
      title="Secure this account"
      action={
        <Button
          size="small"
          look="quietDanger"
          aria-label="Secure this account"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          Secure
        </Button>
      }
    >
      After an intrusion: ends the password, sessions, keys and all else that signs in or acts for it, or what you
      choose.
      {/* As its owner, the admin stays signed in. */}
      {isOpen && <SecureDialog user={isOwn ? null : user} onClose={() => setIsOpen(false)} onDone={done} />}
    </Row>
  );
}

function ResendVerification(props: CareProps) {
  const { busy, care } = useCare(props, "resend-verification");
  const resend = () =>
    care({ purpose: "send a verification email", done: "Verification Email Sent", failed: "Resend Failed" });
  return (
    <Row
      title="Verification email"
      action={
        <Button size="small" busy={busy} onClick={() => void resend()}>
          Resend
        </Button>
      }
    >
      The address is not verified yet. Only the newest link works.
    </Row>
  );
}
