import type { HeldApplication } from "@attestory/query-api/admin/access-schema.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Row } from "../../../parts/card.tsx";
import { Dialog, DialogBody } from "../../../parts/dialog.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";
import { EndAccess } from "./end-access.tsx";
import { HandOver } from "./hand-over.tsx";

type ManageProps = { application: HeldApplication; onChanged: () => Promise<unknown>; onClose: () => void };

/** What an admin can do to an application: to be trusted, to be suspended, to belong to someone else, to end. */
export function ManageApplication({ application, onChanged, onClose }: ManageProps) {
  const [isHandingOver, setHandingOver] = useState(false);
  const owner = application.owner.username ?? "an erased person";
  if (isHandingOver) {
    const back = () => setHandingOver(false);
    return (
      <Dialog title={`Hand over ${application.name}`} description={`Now it belongs to ${owner}.`} onClose={onClose}>
        <HandOver application={application} onBack={back} onDone={() => onChanged().then(onClose)} />
      </Dialog>
    );
  }
  return (
    <Dialog title={application.name} description={`Belongs to ${owner}`} onClose={onClose}>
      <DialogBody flush>
        <Trust application={application} onChanged={onChanged} />
        <Suspension application={application} onChanged={onChanged} />
        <Row
          title="Owner"
          action={
            <Button size="small" onClick={() => setHandingOver(true)}>
              Hand over
            </Button>
          }
        >
          Another developer takes it over. Its users notice nothing.
        </Row>
        <Row
          title="Delete"
          action={
            <EndAccess
              path={`/api/admin/applications/${application.id}`}
              action="Delete"
              what={application.name}
              text="Its codes and tokens stop working at once, and nobody can sign in to it any more. It cannot be undone."
              purpose="delete an application of another user"
              done="Application deleted"
              onEnded={() => onChanged().then(onClose)}
            />
          }
        >
          It ends for good, with every token that it got.
        </Row>
      </DialogBody>
    </Dialog>
  );
}

type ChangeProps = Pick<ManageProps, "application" | "onChanged">;

function useChange({ application, onChanged }: ChangeProps, what: "status" | "trust") {
  const { busy, act } = useAdminAction();
  const change = async (body: object): Promise<boolean> => {
    const done = await act({
      method: "PUT",
      path: `/api/admin/applications/${application.id}/${what}`,
      body,
      purpose: `change the ${what} of an application`,
      done: `Application ${what} updated`,
      failed: "Update failed",
    });
    if (done) await onChanged();
    return done;
  };
  return { busy, change };
}

function Trust(props: ChangeProps): ReactNode {
  const { busy, change } = useChange(props, "trust");
  const { trusted, name, id, clientId } = props.application;
  if (clientId !== id) return <Row title="Describes itself">It asks its users for their consent.</Row>;
  const action = trusted ? "End trust" : "Trust";
  return (
    <Row
      title={trusted ? "Trusted" : "Not trusted"}
      action={
        <Button
          size="small"
          busy={busy}
          aria-label={`${action}: ${name}`}
          onClick={() => void change({ trusted: !trusted })}
        >
          {action}
        </Button>
      }
    >
      {trusted
        ? "It does not ask its users for their consent. The end of trust ends the tokens that they never allowed, for good."
        : "It asks its users for their consent."}
    </Row>
  );
}

function Suspension(props: ChangeProps): ReactNode {
  const { busy, change } = useChange(props, "status");
  const { isActive, name } = props.application;
  const ask = useQuestion({
    title: `Suspend ${name}?`,
    text: "Its codes and tokens stop working at once, and do not work again after the suspension. Its users can sign in to it again once you activate it.",
    action: "Suspend",
    busy,
    onConfirm: () => change({ isActive: false }),
  });
  return (
    <Row
      title={isActive ? "Active" : "Suspended"}
      action={
        isActive ? (
          <Button size="small" aria-label={`Suspend ${name}`} onClick={ask}>
            Suspend
          </Button>
        ) : (
          <Button
            size="small"
            busy={busy}
            aria-label={`Activate ${name}`}
            onClick={() => void change({ isActive: true })}
          >
            Activate
          </Button>
        )
      }
    >
      {isActive ? "It can sign users in and get tokens." : "It can neither sign users in nor get tokens."}
    </Row>
  );
}
