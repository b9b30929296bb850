import { Ban } from "lucide-react";
import { AuthFrame, RoundMark } from "../../parts/auth-frame.tsx";
import { BlockLink } from "../../parts/block-link.tsx";
import { LinkOutcome } from "../../parts/link-outcome.tsx";

export type Outcome = "granted" | "denied";

/** What the user answered, and where they go on. */
export const DeviceDone = ({ outcome, name }: { outcome: Outcome; name: string }) =>
  outcome === "granted" ? (
    <LinkOutcome
      isDone
      title="You can go back to your device"
      sentence={`${name} is being signed in there. You can revoke its access at any time in your dashboard.`}
    >
      <BlockLink href="/dashboard" look="outline">
        Go to Dashboard
      </BlockLink>
    </LinkOutcome>
  ) : (
    <AuthFrame
      mark={
        <RoundMark>
          <Ban />
        </RoundMark>
      }
      title="The device was refused"
      announced
      lead={<span role="status">{`${name} got no access to your account. You can close this page.`}</span>}
    >
      <BlockLink href="/dashboard" look="outline">
        Go to Dashboard
      </BlockLink>
    </AuthFrame>
  );
