import type { AdminAccount, AdminUser } from "@attestory/query-api/admin/schema.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Badge } from "../../../parts/badge.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { InvitationUse } from "../../../parts/invitation-use.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { textLinkClass } from "../../../parts/text-link.tsx";

const when = (at: string | null, never: string): ReactNode => (at === null ? never : <Moment at={at} />);

/** What signs the account in, since when, and what it has. */
export function AccountFacts({ user, account }: { user: AdminUser; account: AdminAccount }) {
  const { hardwareKeys: keys, invitations } = account;
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      <Fact name="Last sign-in">{when(user.lastSignInAt, "never")}</Fact>
      <Fact name="Username">
        <span className="font-mono">{user.username}</span>
      </Fact>
      <Fact name="User ID">
        <span className="inline-flex items-center gap-1 font-mono break-all">
          {user.id}
          <CopyButton text={user.id} what="Copy the user ID" />
        </span>
      </Fact>
      <Fact name="Registered">
        <Moment at={user.registeredAt} />
        {account.createdBy && (
          <>
            {" by an API key of "}
            <Link href={`/admin/users/${account.createdBy}`} className={textLinkClass}>
              another user
            </Link>
          </>
        )}
      </Fact>
      <Fact name="Address verified">{when(account.emailVerifiedAt, "not yet")}</Fact>
      {account.pendingEmail && <Fact name="Wants to change to">{account.pendingEmail}</Fact>}
      <Fact name="Password">{account.hasPassword ? passwordSince(account) : "none"}</Fact>
      <Fact name="Hardware keys">{keys.length === 0 ? "none" : keys.map(({ name }) => name).join(", ")}</Fact>
      {invitations.used + invitations.lapsed > 0 && (
        <Fact name="Accounts created by API keys">
          <InvitationUse budget={invitations} /> {invitations.resumesAt && <Badge look="warning">Used up</Badge>}
        </Fact>
      )}
    </dl>
  );
}

const passwordSince = ({ passwordChangedAt }: AdminAccount): ReactNode =>
  passwordChangedAt === null ? (
    "the one from the registration"
  ) : (
    <>
      changed <Moment at={passwordChangedAt} />
    </>
  );

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted sm:py-1">{name}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:mb-2 sm:py-1">{children}</dd>
    </>
  );
}
