import type { ClientSource } from "@attestory/query-api/client-sources/schema.ts";
import { Button } from "../../../parts/button.tsx";
import { useAdminAction } from "../use-admin-action.ts";
import { useQuestion } from "../use-question.tsx";
import { sourcesPath } from "./use-sources.ts";

type RemoveSourceProps = { source: ClientSource; onRemoved: () => Promise<unknown> };

/** Removes an address, which is asked first. */
export function RemoveSource({ source: { id, urlPrefix }, onRemoved }: RemoveSourceProps) {
  const { busy, act } = useAdminAction();
  const ask = useQuestion({
    title: `Remove ${urlPrefix}?`,
    text: "Applications from there can no longer sign users in, and their tokens stop working at once. Allowing the address again does not bring the tokens back.",
    action: "Remove",
    busy,
    onConfirm: async () => {
      const done = await act({
        method: "DELETE",
        path: `${sourcesPath}/${id}`,
        purpose: "remove this address",
        done: "Address removed",
        failed: "Removal failed",
      });
      if (done) await onRemoved();
      return done;
    },
  });
  return (
    <Button size="small" aria-label={`Remove ${urlPrefix}`} onClick={ask}>
      Remove
    </Button>
  );
}
