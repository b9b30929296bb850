import type { User } from "@attestory/http/routing/answers.ts";
import type { ApiKey, InvitationBudget } from "@attestory/query-api/api-keys/schema.ts";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useRead } from "../../api.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { InvitationUse } from "../../parts/invitation-use.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { ApiKeyTable } from "./api-key-table.tsx";
import { CardHead } from "./card-head.tsx";
import { DeleteApiKey } from "./delete-api-key.tsx";
import { apiKeysPath } from "./developer-path.ts";
import { NewApiKey } from "./new-api-key.tsx";
import { ProRequired } from "./pro-required.tsx";

type Open = { dialog: "new" } | { dialog: "delete"; apiKey: ApiKey } | null;

/** The API keys of Pro users and admins; others see what they need. */
export function ApiKeysCard({ user }: { user: User }) {
  const [open, setOpen] = useState<Open>(null);
  const answer = useRead("apiKeys", [apiKeysPath], { revalidateOnMount: true });
  const reread = () => answer.mutate().catch(() => undefined);
  const close = () => setOpen(null);
  const mayCreate = user.isPro || user.isAdmin;
  return (
    <Card>
      <CardHead
        title={<h2 className="font-semibold">API Keys</h2>}
        about="For server programs that act without a person."
        action={
          mayCreate && (
            <Button aria-haspopup="dialog" onClick={() => setOpen({ dialog: "new" })}>
              <Plus aria-hidden="true" className="size-4" />
              New Key
            </Button>
          )
        }
      />
      {answer.data && !mayCreate && <ProRequired contactEmail={answer.data.contactEmail} />}
      <KeyList
        answer={answer}
        hasEmpty={mayCreate}
        onRetry={reread}
        onDelete={(apiKey) => setOpen({ dialog: "delete", apiKey })}
      />
      {answer.data && answer.data.apiKeys.length > 0 && <Invitations budget={answer.data.invitations} />}
      {open?.dialog === "new" && <NewApiKey onCreated={reread} onClose={close} />}
      {open?.dialog === "delete" && <DeleteApiKey apiKey={open.apiKey} onDeleted={reread} onClose={close} />}
    </Card>
  );
}

/** How many accounts the keys may still create. */
const Invitations = ({ budget }: { budget: InvitationBudget }) => (
  <div className="border-t border-line p-4 sm:px-6">
    <Alert kind={budget.resumesAt ? "wait" : "plain"} title="Accounts created by your API keys">
      <TooltipDelays>
        <p>
          <InvitationUse budget={budget} />
        </p>
      </TooltipDelays>
    </Alert>
  </div>
);

type KeyListProps = {
  answer: { data: { apiKeys: ApiKey[] } | undefined; error: Error | undefined };
  /** Whether a list without keys says so. */
  hasEmpty: boolean;
  onRetry: () => Promise<unknown>;
  onDelete: (apiKey: ApiKey) => void;
};

/** A user who has lost Pro can still delete what was created before. */
function KeyList({ answer: { data, error }, hasEmpty, onRetry, onDelete }: KeyListProps) {
  if (data?.apiKeys.length === 0) {
    return (
      hasEmpty && (
        <Empty icon={<KeyRound />} title="No API keys yet">
          Create one for a program that manages users or checks the health of this service.
        </Empty>
      )
    );
  }
  if (data) return <ApiKeyTable apiKeys={data.apiKeys} onDelete={onDelete} />;
  if (error) {
    return <ReadProblem title="Your API keys could not be loaded" error={error} onRetry={() => void onRetry()} />;
  }
  return <SkeletonRows count={2} label="Loading your API keys" />;
}
