import { useRead } from "../api.ts";
import { needsFullNavigation, redirectTarget } from "../redirect-target.ts";
import { ApplicationLogo } from "./application-logo.tsx";

/** The id of the application that waits for the person, by the query of a sign-in screen; null if none does. */
function applicationIn(search: string): string | null {
  const target = redirectTarget(new URLSearchParams(search).get("redirect"), location.origin);
  return needsFullNavigation(target) ? new URL(target, location.origin).searchParams.get("client_id") : null;
}

/** The application that this query of a sign-in screen leads back to; undefined while it is unknown, or if there is none. */
export function useDestination(search: string) {
  const id = applicationIn(search);
  // Without its name the screens work as well, so nobody has to hear of a failure.
  return useRead("publicApplication", id === null ? null : [`/api/oauth/applications/${encodeURIComponent(id)}`]).data;
}

/** Below the title of a screen on the way to an application. */
export function Destination() {
  const application = useDestination(location.search);
  if (applicationIn(location.search) === null) return null;
  return (
    <p className="mt-2 flex min-h-9 min-w-0 max-w-full items-center gap-2.5 text-muted">
      {application && (
        <>
          <ApplicationLogo name={application.name} logoUrl={application.logoUrl} />
          <span className="min-w-0 wrap-anywhere">
            You then go on to <strong className="font-medium text-ink">{application.name}</strong>.
          </span>
        </>
      )}
    </p>
  );
}
