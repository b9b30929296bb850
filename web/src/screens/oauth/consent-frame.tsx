import type { ReactNode } from "react";
import { Card } from "../../parts/card.tsx";

/** The narrow column of the consent screen, with its card. */
export const ConsentFrame = ({ children }: { children: ReactNode }) => (
  <div className="grid place-items-start justify-items-center px-4 pt-10 pb-12 sm:px-6 sm:pt-14 sm:pb-16">
    <div className="w-full max-w-110">
      <Card>{children}</Card>
    </div>
  </div>
);
