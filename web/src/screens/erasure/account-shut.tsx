import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { usePage } from "../../page.ts";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { withWayBack } from "../../way-back.ts";
import { forgetShut, newestShut } from "./shut-account.ts";
import { ShutChoice } from "./shut-choice.tsx";

/** Follows the request to delete an account, and each sign-in to one that is to be deleted. After a reload, it knows of no account. */
export function AccountShut() {
  usePage("Your account is shut", "Keep an account that is to be deleted, or delete it now.");
  const [account] = useState(newestShut);
  useEffect(() => forgetShut, []);
  if (account) return <ShutChoice account={account} />;
  return (
    <AuthFrame
      mark={
        <RoundMark>
          <Clock />
        </RoundMark>
      }
      title="Sign in to go on"
      lead="Have you asked to delete your account? Sign in once more, and you can keep it, or delete it now. The link of our email keeps it too."
    >
      <BlockLink href={withWayBack("/login")}>Go to Login</BlockLink>
    </AuthFrame>
  );
}
