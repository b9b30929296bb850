import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { onDemand } from "../on-demand.tsx";
import { Card, CardBody } from "./card.tsx";
import { FaultBoundary } from "./fault-boundary.tsx";
import { Seal } from "./seal.tsx";

const Destination = onDemand(() => import("./destination.tsx").then((file) => file.Destination));

type AuthFrameProps = {
  title: string;
  lead?: ReactNode;
  /** An icon inside the card, instead of the seal above it. */
  mark?: ReactNode;
  wide?: boolean;
  foot?: ReactNode;
  /** Focuses the title: for an outcome that replaces the button which had the focus. */
  announced?: boolean;
  children?: ReactNode;
};

/** One narrow column: sign-in, registration and the screens that emails link to. */
export function AuthFrame({ title, lead, mark, wide = false, foot, announced = false, children }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (announced) heading.current?.focus();
  }, [announced]);
  const head = (
    <div className="mb-6 grid justify-items-center gap-1 text-center">
      <div className="mb-3">{mark ?? <Seal className="size-11" />}</div>
      <h1
        ref={heading}
        tabIndex={announced ? -1 : undefined}
        className="text-lg font-semibold tracking-tight focus-visible:outline-none"
      >
        {title}
      </h1>
      {lead && <p className="min-w-0 max-w-full text-muted wrap-anywhere">{lead}</p>}
      {!mark && location.search.includes("client_id") && (
        <FaultBoundary fallback={() => null}>
          <Suspense fallback={<p className="mt-2 min-h-9" />}>
            <Destination />
          </Suspense>
        </FaultBoundary>
      )}
    </div>
  );
  return (
    <div className="grid place-items-start justify-items-center px-4 pt-10 pb-12 sm:px-6 sm:pt-18 sm:pb-16">
      <div className={`w-full ${wide ? "max-w-110" : "max-w-auth"}`}>
        {!mark && head}
        <Card>
          <CardBody>
            {mark && <div className="pt-3">{head}</div>}
            {children}
          </CardBody>
        </Card>
        {foot && <p className="mt-5 text-center text-muted">{foot}</p>}
      </div>
    </div>
  );
}

const marks = {
  plain: "bg-hover text-muted",
  good: "bg-accent-tint text-accent-text",
  bad: "bg-danger-tint text-danger-text",
} as const;

/** The round icon above a message: `good` is green, `bad` is red. */
export function RoundMark({ look = "plain", children }: { look?: keyof typeof marks; children: ReactNode }) {
  return (
    <span aria-hidden="true" className={`grid size-11 place-items-center rounded-full [&>svg]:size-5 ${marks[look]}`}>
      {children}
    </span>
  );
}
