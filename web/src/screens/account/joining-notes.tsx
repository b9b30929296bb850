import { DoorClosed, MailOpen, TicketX } from "lucide-react";
import type { ReactNode } from "react";
import { Alert } from "../../parts/alert.tsx";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { Button } from "../../parts/button.tsx";
import { withWayBack } from "../../way-back.ts";
import type { Joining } from "./use-joining.ts";

/** Instead of the form, where nobody may join, or not this way. */
export function NotOpen({ joining }: { joining: Exclude<Joining, { step: "form" | "waiting" }> }) {
  switch (joining.step) {
    case "closed":
      return (
        <Notice icon={<DoorClosed />} title="Sign-up is closed">
          New accounts cannot be created here at the moment. If you have an account, you can sign in as always.
        </Notice>
      );
    case "by-invitation":
      return (
        <Notice icon={<MailOpen />} title="By invitation only">
          To create an account, open the link of your invitation. If you have none, ask the people who run this service.
        </Notice>
      );
    case "invalid-invitation":
      return (
        <Notice
          icon={<TicketX />}
          title="This invitation no longer works"
          action={
            joining.onWithout && (
              <Button look="primary" block onClick={joining.onWithout}>
                Register without it
              </Button>
            )
          }
        >
          It has expired, was used up or was revoked. Ask the person who invited you for another one.
        </Notice>
      );
  }
}

type NoticeProps = { icon: ReactNode; title: string; action?: ReactNode; children: string };

function Notice({ icon, title, action, children }: NoticeProps) {
  return (
    <AuthFrame announced mark={<RoundMark>{icon}</RoundMark>} title={title} lead={children}>
      <div className="grid gap-3">
        {action}
        <BlockLink href={withWayBack("/login")} look={action ? "outline" : "primary"}>
          Sign in
        </BlockLink>
      </div>
    </AuthFrame>
  );
}

type JoiningNoteProps = { joining: Extract<Joining, { step: "form" }>; refused: string | undefined };

/** Above the form: that the visitor is invited, or whose addresses may join. `refused`: why the invitation was. */
export function JoiningNote({ joining: { invitation, domains }, refused }: JoiningNoteProps) {
  if (refused) {
    return (
      <Alert kind="danger" role="alert" title="Your invitation was not accepted">
        <p>{refused}</p>
      </Alert>
    );
  }
  if (invitation !== null) {
    return (
      <Alert kind="success" title="You are invited">
        <p>Create your account here. The invitation counts as used once you do.</p>
      </Alert>
    );
  }
  if (domains === null) return null;
  return (
    <Alert title="Only for addresses of some domains">
      <p className="wrap-anywhere">You can join with an address of {inWords(domains)}.</p>
    </Alert>
  );
}

const inWords = (names: readonly string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(names);
