import { type ReactNode, Suspense } from "react";
import { Link, useLocation } from "wouter";
import { onDemand } from "../on-demand.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { buttonClass } from "../parts/button.tsx";
import { FaultBoundary } from "../parts/fault-boundary.tsx";
import { initials } from "../parts/initials.ts";
import { Seal } from "../parts/seal.tsx";
import { Skeleton } from "../parts/skeleton.tsx";
import { type Session, useSession } from "../session.tsx";
import { withWayBack } from "../way-back.ts";
import { menuFallback } from "./menu-fallback.tsx";
import { NarrowMenu } from "./narrow-menu.tsx";
import { useIsNarrow } from "./screen-width.ts";

const AccountMenu = onDemand(() => import("./account-menu.tsx").then((file) => file.AccountMenu));

/** Logo and name on the left, links on the right; on small screens a sheet contains the links. */
export function TopBar() {
  const { session } = useSession();
  const narrow = useIsNarrow();
  return (
    <header className="flex h-bar items-center gap-6 border-b border-line bg-surface pr-2 pl-4 sm:px-6">
      <Link
        href="/"
        className="flex min-h-11 items-center gap-2.5 rounded-sm text-[15px] font-semibold tracking-[-0.01em] sm:min-h-0"
      >
        <Seal />
        <span>Attestory</span>
        <span className="rounded-sm border border-line-strong px-1.25 text-[10.5px] leading-4 font-medium tracking-caps text-muted">
          BETA
        </span>
      </Link>
      <div className="ml-auto">
        {narrow ? (
          <NarrowMenu session={session} />
        ) : (
          <nav aria-label="Main" className="flex items-center gap-1">
            <BarLink href="/docs">Developer Docs</BarLink>
            <BarLink href="/about">About</BarLink>
            <SessionLinks session={session} />
          </nav>
        )}
      </div>
    </header>
  );
}

function SessionLinks({ session }: { session: Session }): ReactNode {
  // For the query of the address, which changes with it.
  useLocation();
  if (session.state === "signed-in") {
    const face = <Avatar letters={initials(session.user)} />;
    return (
      <FaultBoundary fallback={menuFallback(face)}>
        <Suspense fallback={<span className="ml-2">{face}</span>}>
          <AccountMenu user={session.user} />
        </Suspense>
      </FaultBoundary>
    );
  }
  if (session.state === "loading") return <Skeleton shape="circle" className="ml-2 size-8" />;
  if (session.state === "problem") return null;
  return (
    <>
      <BarLink href="/login" to={withWayBack("/login")}>
        Sign In
      </BarLink>
      <Link href={withWayBack("/register")} className={`${buttonClass("primary")} ml-2`}>
        Sign Up
      </Link>
    </>
  );
}

function BarLink({ href, to = href, children }: { href: string; to?: string; children: string }) {
  const [path] = useLocation();
  return (
    <Link
      href={to}
      aria-current={path === href ? "page" : undefined}
      className="rounded-md px-2.5 py-1.5 font-medium text-muted hover:bg-hover hover:text-ink"
    >
      {children}
    </Link>
  );
}
