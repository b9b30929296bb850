import { Link, useLocation } from "wouter";
import { usePage } from "../page.ts";
import { buttonClass } from "../parts/button.tsx";
import { useSession } from "../session.tsx";

/** The screen for unknown paths. */
export function NotFound() {
  usePage("Not found", "There is nothing at this address.");
  const [path] = useLocation();
  const { session } = useSession();
  const [home, name] =
    session.state === "signed-in" ? ["/dashboard", "Back to Dashboard"] : ["/login", "Go to Sign In"];
  return (
    <div className="grid flex-1 place-items-center px-4 py-24">
      <div className="grid max-w-110 gap-3 text-center">
        <p className="font-mono text-subtle">404</p>
        <h1 className="text-xl font-semibold tracking-tight">There is nothing at this address</h1>
        <p className="text-muted">
          The link may be old or incomplete. <span className="font-mono wrap-anywhere">{path}</span>
        </p>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Link href={home} className={buttonClass("primary")}>
            {name}
          </Link>
          <Link href="/docs" className={buttonClass()}>
            Developer Docs
          </Link>
        </div>
      </div>
    </div>
  );
}
