import { Code } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { Offer } from "./offer.tsx";
import { useEnableDeveloper } from "./use-enable-developer.ts";

/** Offers developer access to a signed-in user who has none. */
export function EnableDeveloper({ heading }: Pick<EnableCardProps, "heading">) {
  const { busy, enable } = useEnableDeveloper();
  const button = (
    <Button busy={busy} onClick={enable}>
      Enable Developer Access
    </Button>
  );
  return <EnableCard heading={heading} action={button} />;
}

type EnableCardProps = { heading: "h2" | "h3"; action: ReactNode };

/** The card around the button, or around the link of a visitor who must sign in first. */
export const EnableCard = ({ heading, action }: EnableCardProps) => (
  <Offer icon={<Code />} title="Build on Attestory" heading={heading} action={action}>
    Register applications that people sign in to with their account here. It is free.
  </Offer>
);
