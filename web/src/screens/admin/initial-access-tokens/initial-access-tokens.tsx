import { Ticket } from "lucide-react";
import { AdminHead } from "../admin-head.tsx";
import { RevokeVoucher } from "../vouchers/revoke-voucher.tsx";
import { VoucherCard } from "../vouchers/voucher-card.tsx";
import { VoucherRow } from "../vouchers/voucher-row.tsx";
import { NewToken } from "./new-token.tsx";
import { tokensPath, useTokens } from "./use-tokens.ts";

/** The tokens with which applications register themselves, and what makes another one. */
export function InitialAccessTokens() {
  const { tokens, ...list } = useTokens();
  return (
    <>
      <AdminHead title="Initial access tokens">
        What lets programs register their own applications (dynamic client registration). Whoever suspends such an
        application should revoke its token here, too: the token still lets others register.
      </AdminHead>
      <VoucherCard
        title="Tokens"
        what="tokens"
        first="Token"
        action="New Token"
        items={tokens}
        list={list}
        row={(token) => (
          <VoucherRow
            key={token.id}
            voucher={token}
            name={token.label ?? "An erased label"}
            revoke={
              <RevokeVoucher
                what="an initial access token"
                named={token.label && `the token ${token.label}`}
                path={`${tokensPath}/${token.id}`}
                lost="No application registers with it any more. Those that did stay as they are."
                done="Token revoked"
                onRevoked={list.reread}
              />
            }
          />
        )}
        empty={{
          icon: <Ticket />,
          text: "A program that has a token registers its own application. The application belongs to the admin who made the token.",
        }}
        dialog={(onClose) => <NewToken onMade={list.reread} onClose={onClose} />}
      />
    </>
  );
}
