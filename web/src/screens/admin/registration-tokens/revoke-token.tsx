import type { InitialAccessToken } from "@attestory/query-api/client-registration/schema.ts";
import { Button } from "../../../parts/button.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";
import { tokensPath } from "./use-tokens.ts";

type RevokeTokenProps = { token: InitialAccessToken; onRevoked: () => Promise<unknown> };

/** Revokes an initial access token, which is asked first. */
export function RevokeToken({ token: { id, label }, onRevoked }: RevokeTokenProps) {
  const { busy, act } = useAdminAction();
  const ask = useQuestion({
    title: label ? `Revoke the token ${label}?` : "Revoke this token?",
    text: "No application registers with it any more. Those that did stay as they are.",
    action: "Revoke",
    busy,
    onConfirm: async () => {
      const done = await act({
        method: "DELETE",
        path: `${tokensPath}/${id}`,
        purpose: "revoke a registration token",
        done: "Token revoked",
        failed: "Revocation failed",
      });
      if (done) await onRevoked();
      return done;
    },
  });
  return (
    <Button size="small" aria-label={label ? `Revoke the token ${label}` : "Revoke"} onClick={ask}>
      Revoke
    </Button>
  );
}
