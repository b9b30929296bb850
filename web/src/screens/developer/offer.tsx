import type { ReactNode } from "react";
import { Card, TileIcon } from "../../parts/card.tsx";

type OfferProps = {
  icon?: ReactNode;
  title: string;
  heading: "h2" | "h3";
  children: string;
  action: ReactNode;
};

/** One thing that a user can do next; its buttons stand below the words on small screens. */
export function Offer({ icon, title, heading: Heading, children, action }: OfferProps) {
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3 p-4 sm:flex-nowrap sm:gap-4 sm:px-6">
        {icon && <TileIcon>{icon}</TileIcon>}
        <div className="min-w-0 flex-1 basis-52">
          <Heading className="font-medium">{title}</Heading>
          <p className="text-sm text-muted">{children}</p>
        </div>
        <div className="grid w-full flex-none gap-2 sm:flex sm:w-auto">{action}</div>
      </div>
    </Card>
  );
}
