import { Button } from "../../../parts/button.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";

type RevokeVoucherProps = {
  /** "an invitation" */
  what: string;
  /** Which one, such as "the invitation of ada@example.com"; null if it has no name. */
  named: string | null;
  path: string;
  /** What will be lost. */
  lost: string;
  /** The title of the toast. */
  done: string;
  onRevoked: () => Promise<unknown>;
};

/** Revokes an invitation or an initial access token, which is asked first. */
export function RevokeVoucher({ what, named, path, lost, done, onRevoked }: RevokeVoucherProps) {
  const { busy, act } = useAdminAction();
  const ask = useQuestion({
    title: `Revoke ${named ?? what.replace(/^an? /, "this ")}?`,
    text: lost,
    action: "Revoke",
    busy,
    onConfirm: async () => {
      const isDone = await act({
        method: "DELETE",
        path,
        purpose: `revoke ${what}`,
        done,
        failed: "Revocation failed",
      });
      if (isDone) await onRevoked();
      return isDone;
    },
  });
  return (
    <Button size="small" aria-label={named ? `Revoke ${named}` : "Revoke"} onClick={ask}>
      Revoke
    </Button>
  );
}
