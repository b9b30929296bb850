import { lazy, type ReactNode, Suspense } from "react";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { useArrival } from "./frame/arrival.ts";
import { Footer } from "./frame/footer.tsx";
import { Notifications } from "./frame/notifications.tsx";
import { TopBar } from "./frame/top-bar.tsx";
import { Waiting } from "./frame/waiting.tsx";
import { FaultBoundary } from "./parts/fault-boundary.tsx";
import { ProblemPanel } from "./parts/problem-panel.tsx";
import { ReadProblem } from "./read-problem.tsx";
import { useSession } from "./session.tsx";

const Login = lazy(() => import("./screens/sign-in/login.tsx").then((file) => ({ default: file.Login })));
const ForgotPassword = lazy(() =>
  import("./screens/sign-in/forgot-password.tsx").then((file) => ({ default: file.ForgotPassword })),
);
const Register = lazy(() => import("./screens/account/register.tsx").then((file) => ({ default: file.Register })));
const VerifyEmail = lazy(() =>
  import("./screens/account/verify-email.tsx").then((file) => ({ default: file.VerifyEmail })),
);
const ResendVerification = lazy(() =>
  import("./screens/account/resend-verification.tsx").then((file) => ({ default: file.ResendVerification })),
);
const Dashboard = lazy(() => import("./screens/account/dashboard.tsx").then((file) => ({ default: file.Dashboard })));
const Docs = lazy(() => import("./screens/docs/docs.tsx").then((file) => ({ default: file.Docs })));
const About = lazy(() => import("./screens/about/about.tsx").then((file) => ({ default: file.About })));
const DevInbox = lazy(() => import("./screens/mail/dev-inbox.tsx").then((file) => ({ default: file.DevInbox })));
const NotFound = lazy(() => import("./screens/not-found.tsx").then((file) => ({ default: file.NotFound })));

/** Every route of the app inside its frame. */
export function App() {
  const [path] = useLocation();
  useArrival();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-raised px-4 py-2 font-medium text-ink shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col focus-visible:outline-none">
        <FaultBoundary key={path} fallback={<BrokenScreen />}>
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
      <Route path="/" component={Login} />
      <Route path="/login" component={Login} />
      <Route path="/register" component={Register} />
      <Route path="/verify-email" component={VerifyEmail} />
      <Route path="/resend-verification" component={ResendVerification} />
      <Route path="/forgot-password" component={ForgotPassword} />
      <Route path="/dashboard">
        <SignedInOnly>
          <Dashboard />
        </SignedInOnly>
      </Route>
      <Route path="/docs" component={Docs} />
      <Route path="/about" component={About} />
      <Route path="/dev/inbox" component={DevInbox} />
      <Route component={NotFound} />
    </Switch>
  );
}

/** Sends visitors to /login and brings them back afterwards. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session.state === "signed-in") return children;
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

function BrokenScreen() {
  return (
    <div className="m-auto py-10">
      <h1 className="sr-only">Problem</h1>
      <ProblemPanel
        title="This screen could not be shown"
        sentence="Perhaps the service was updated meanwhile. Loading the page again helps most of the time."
        onRetry={() => location.reload()}
      />
    </div>
  );
}
