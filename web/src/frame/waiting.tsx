import { Card, CardBody } from "../parts/card.tsx";
import { Skeleton, SkeletonRows } from "../parts/skeleton.tsx";

const pages = new Set(["/dashboard", "/docs", "/about", "/dev/inbox"]);

/** What stands in a screen's place until its code or its user is there, in the screen's own shape. */
export function Waiting({ path }: { path: string }) {
  return pages.has(path) ? <WaitingPage /> : <WaitingForm />;
}

function WaitingPage() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="mx-auto w-full max-w-[calc(var(--page)+48px)] px-4 py-6 sm:px-6 sm:py-10"
    >
      <h1 className="sr-only">Loading</h1>
      <Skeleton className="mt-2 h-5 w-48" />
      <Skeleton className="mt-4 mb-10 h-3 w-64 max-w-full" />
      <div className="grid gap-x-12 gap-y-4 md:grid-cols-[264px_minmax(0,1fr)]">
        <div className="grid content-start gap-3">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-40" />
        </div>
        <Card>
          <SkeletonRows count={3} label="Loading" />
        </Card>
      </div>
    </div>
  );
}

function WaitingForm() {
  return (
    <div role="status" aria-label="Loading" className="grid justify-items-center px-4 pt-10 sm:px-6 sm:pt-18">
      <h1 className="sr-only">Loading</h1>
      <div className="w-full max-w-auth">
        <Skeleton className="mx-auto mb-4 size-11 rounded-full" />
        <Skeleton className="mx-auto mb-9 h-5 w-44" />
        <Card>
          <CardBody>
            <div className="grid gap-5">
              {["email", "password"].map((field) => (
                <div key={field} className="grid gap-2">
                  <Skeleton className="h-3 w-16" />
                  <Skeleton className="h-control rounded-md" />
                </div>
              ))}
              <Skeleton className="h-control rounded-md" />
            </div>
          </CardBody>
        </Card>
      </div>
    </div>
  );
}
