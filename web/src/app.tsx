import { Fragment, type ReactNode, Suspense } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { useExactSearch } from "./exact-search.ts";
import { useArrival } from "./frame/arrival.ts";
import { Footer } from "./frame/footer.tsx";
import { Notifications } from "./frame/notifications.tsx";
import { TopBar } from "./frame/top-bar.tsx";
import { Waiting } from "./frame/waiting.tsx";
import { canLoadAgain, type OnDemand, onDemand } from "./on-demand.tsx";
import { FaultBoundary } from "./parts/fault-boundary.tsx";
import { ProblemPanel } from "./parts/problem-panel.tsx";
import { publicScreens } from "./public-screens.ts";
import { ReadProblem } from "./read-problem.tsx";
import { useSession } from "./session.tsx";
import type { SignedInPath } from "./signed-in-screens.ts";

const Dashboard = onDemand(() => import("./screens/account/dashboard.tsx").then((file) => file.Dashboard));
const SetUpTwoFactor = onDemand(() =>
  import("./screens/second-factors/set-up-two-factor.tsx").then((file) => file.SetUpTwoFactor),
);
const Device = onDemand(() => import("./screens/oauth/device.tsx").then((file) => file.Device));
const Activity = onDemand(() => import("./screens/activity/activity.tsx").then((file) => file.Activity));
const DeveloperPortal = onDemand(() =>
  import("./screens/developer/developer.tsx").then((file) => file.DeveloperPortal),
);
const Admin = onDemand(() => import("./screens/admin/admin.tsx").then((file) => file.Admin));
const SessionEnd = onDemand(() => import("./session-end/session-end.tsx").then((file) => file.SessionEnd));
const NotFound = onDemand(() => import("./screens/not-found.tsx").then((file) => file.NotFound));

const signedInComponents: Readonly<Record<SignedInPath, OnDemand>> = {
  "/dashboard": Dashboard,
  "/dashboard/activity": Activity,
  "/dashboard/developer": DeveloperPortal,
  "/developer": DeveloperPortal,
  "/setup-2fa": SetUpTwoFactor,
  "/device": Device,
  "/admin/*?": Admin,
};

/** Every route of the app inside its frame. */
export function App() {
  const [path] = useLocation();
  useArrival();
  return (
    <div className="flex min-h-[calc(100dvh-var(--strip,0px))] flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-raised px-4 py-2 font-medium text-ink shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col focus-visible:outline-none">
        <FaultBoundary key={path} fallback={(error, retry) => <BrokenScreen error={error} onRetry={retry} />}>
          <Suspense fallback={<Waiting path={path} />}>
            <Routes />
          </Suspense>
        </FaultBoundary>
      </main>
      <Footer />
      <Notifications />
    </div>
  );
}

function Routes() {
  return (
    <Switch>
      {Object.entries(publicScreens).map(([path, Screen]) => (
        <Route key={path} path={path} component={Screen} />
      ))}
      {Object.entries(signedInComponents).map(([path, Screen]) => (
        <Route key={path} path={path}>
          <SignedInOnly>
            <Screen />
          </SignedInOnly>
        </Route>
      ))}
      <Route component={NotFound} />
    </Switch>
  );
}

/** Redirects visitors to /login, which returns them afterwards. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const [path] = useLocation();
  const search = useExactSearch();
  if (session.state === "signed-in") {
    return (
      <>
        {/* Another user finds nothing of what this one typed. */}
        <Fragment key={session.user.id}>{children}</Fragment>
        <FaultBoundary fallback={() => null}>
          <Suspense>
            <SessionEnd />
          </Suspense>
        </FaultBoundary>
      </>
    );
  }
  if (session.state === "loading") return <Waiting path={path} />;
  if (session.state === "problem") {
    return (
      <div className="m-auto py-10">
        <h1 className="sr-only">Account</h1>
        <ReadProblem title="Your account could not be loaded" error={session.error} onRetry={session.retry} />
      </div>
    );
  }
  const target = search ? `${path}?${search}` : path;
  return <Redirect to={`/login?redirect=${encodeURIComponent(target)}`} replace />;
}

function BrokenScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const title = "This screen could not be shown";
  return (
    <div className="m-auto py-10">
      <h1 className="sr-only">Problem</h1>
      {canLoadAgain(error) ? (
        <ReadProblem title={title} error={error.cause} onRetry={onRetry} />
      ) : (
        <ProblemPanel
          title={title}
          sentence="The app may have been updated. Reload the page to get the current version."
          retryLabel="Reload the page"
          onRetry={() => location.reload()}
        />
      )}
    </div>
  );
}
