import { Button } from "../../../parts/button.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";

type EndAccessProps = {
  path: string;
  /** On the button, and of the question: "Revoke". */
  action: string;
  /** What is ended: "the API key Nightly report". */
  what: string;
  /** What will be lost. */
  text: string;
  purpose: string;
  done: string;
  onEnded: () => Promise<unknown>;
};

/** Ends something for good, which is asked first. */
export function EndAccess({ path, action, what, text, purpose, done, onEnded }: EndAccessProps) {
  const { busy, act } = useAdminAction();
  const end = async (): Promise<boolean> => {
    const isDone = await act({ method: "DELETE", path, purpose, done, failed: `${action} failed` });
    if (isDone) await onEnded();
    return isDone;
  };
  const ask = useQuestion({ title: `${action} ${what}?`, text, action, busy, onConfirm: end });
  return (
    <Button size="small" look="quietDanger" aria-label={`${action} ${what}`} onClick={ask}>
      {action}
    </Button>
  );
}
