import { Lock } from "lucide-react";
import { Suspense } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { WaitingList } from "../../frame/waiting.tsx";
import { onDemand } from "../../on-demand.tsx";
import { usePage } from "../../page.ts";
import { buttonClass } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { useSession } from "../../session.tsx";
import { NotFound } from "../not-found.tsx";
import { adminScreens } from "./admin-screens.ts";
import { SideMenu } from "./side-menu.tsx";

const UserPage = onDemand<{ id: string }>(() => import("./user/user.tsx").then((file) => file.UserPage));

/** Everything for the people who run the service: a menu at the side, and the screen that it leads to. */
export function Admin() {
  const { session } = useSession();
  if (session.state !== "signed-in") return null;
  if (!session.user.isAdmin) return <AccessDenied />;
  return (
    <div className="grid flex-1 content-start md:grid-cols-[216px_minmax(0,1fr)] md:content-stretch">
      <SideMenu />
      <div className="w-full max-w-346 min-w-0 px-4 pt-6 pb-12 sm:px-6 md:px-8 md:pt-8 md:pb-16">
        <Suspense fallback={<WaitingScreen />}>
          <Switch>
            {adminScreens.map(({ path, Screen }) => (
              <Route key={path} path={path} component={Screen} />
            ))}
            <Route path="/admin/users/:id">{({ id }) => <UserPage key={id} id={id} />}</Route>
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </div>
    </div>
  );
}

function AccessDenied() {
  usePage("Access Denied", "This part is for the people who run this service.");
  return (
    <div className="mx-auto w-full max-w-220 px-4 py-10 sm:px-6 sm:py-18">
      <h1 className="sr-only">Admin Dashboard</h1>
      <Card>
        <Empty
          icon={<Lock />}
          title="Access Denied"
          action={
            <Link href="/dashboard" className={buttonClass()}>
              Back to Dashboard
            </Link>
          }
        >
          This part is for the people who run this service.
        </Empty>
      </Card>
    </div>
  );
}

function WaitingScreen() {
  const [path] = useLocation();
  const name = adminScreens.find((screen) => screen.path === path)?.name ?? "Admin";
  return (
    <>
      <h1 className="sr-only">{name}</h1>
      <WaitingList />
    </>
  );
}
