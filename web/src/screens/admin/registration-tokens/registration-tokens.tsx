import { Plus, Ticket } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Card } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { ListTable } from "../../../parts/list-table.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import { AdminHead } from "../admin-head.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { More } from "../more.tsx";
import { NewToken } from "./new-token.tsx";
import { TokenRow } from "./token-row.tsx";
import { type TokenList, useTokens } from "./use-tokens.ts";

const columns = [
  "Token",
  "Status",
  "Uses left",
  "Expires",
  "Made",
  <span key="action" className="sr-only">
    Action
  </span>,
];

/** The tokens with which applications register themselves, and what makes another one. */
export function RegistrationTokens() {
  const list = useTokens();
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      <AdminHead title="Registration tokens">
        What lets applications register themselves, by OpenID Connect dynamic client registration. Whoever suspends such
        an application should revoke its token here, too: the token still lets others register.
      </AdminHead>
      <Card>
        <CardHead
          title="Tokens"
          action={
            <Button size="small" aria-haspopup="dialog" onClick={() => setIsMaking(true)}>
              <Plus aria-hidden="true" className="size-3.5" />
              New Token
            </Button>
          }
        />
        <Listed list={list} />
        {isMaking && <NewToken onMade={list.reread} onClose={() => setIsMaking(false)} />}
      </Card>
    </>
  );
}

function Listed({ list }: { list: TokenList }) {
  const { tokens, error, reread } = list;
  if (!tokens && error) {
    return <AdminProblem title="The tokens could not be loaded" error={error} onRetry={() => void reread()} />;
  }
  if (!tokens) return <SkeletonRows count={3} label="Loading the tokens" />;
  if (tokens.length === 0) {
    return (
      <Empty icon={<Ticket />} title="No tokens yet">
        A program that has a token registers its own application. The application belongs to the admin who made the
        token.
      </Empty>
    );
  }
  return (
    <TooltipDelays>
      <ListTable columns={columns}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoked={reread} />
        ))}
      </ListTable>
      <More what="tokens" end="That is all." list={list} />
    </TooltipDelays>
  );
}
