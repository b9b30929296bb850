import { Card, CardBody, CardFoot } from "../parts/card.tsx";
import { SettingFrame } from "../parts/setting.tsx";
import { Skeleton, SkeletonRows } from "../parts/skeleton.tsx";

const pageWidths: Readonly<Record<string, string>> = {
  "/docs": "max-w-220",
  "/dev/inbox": "max-w-200",
  "/about": "max-w-[calc(var(--page)+48px)]",
  "/dashboard/activity": "max-w-[calc(var(--page)+48px)]",
  "/dashboard/developer": "max-w-[calc(var(--page)+48px)]",
  "/developer": "max-w-[calc(var(--page)+48px)]",
};

/** Placeholder in the shape of a screen, shown until the screen's code or the user is loaded. */
export function Waiting({ path }: { path: string }) {
  if (path === "/dashboard") return <WaitingSettings />;
  const width = pageWidths[path];
  return width === undefined ? <WaitingForm /> : <WaitingPage width={width} />;
}

function WaitingSettings() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="mx-auto w-full max-w-[calc(var(--page)+48px)] px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16"
    >
      <h1 className="sr-only">Loading</h1>
      <div className="mb-8 grid border-b border-line pb-6 md:mb-10">
        <Skeleton className="my-1 h-5 w-48 sm:my-1.5" />
        <Skeleton className="mt-2 mb-1 h-3 w-64 max-w-full" />
      </div>
      <div>
        <SettingFrame words={<WaitingText />}>
          <Card>
            <CardBody>
              <div className="grid gap-4 sm:grid-cols-2">
                <WaitingField />
                <WaitingField />
                <div className="sm:col-span-2">
                  <WaitingField />
                  <Skeleton className="mt-2.5 mb-1 h-3 w-20" />
                </div>
              </div>
            </CardBody>
            <CardFoot>
              <Skeleton className="h-3 w-32" />
              <Skeleton shape="box" className="h-control w-16" />
            </CardFoot>
          </Card>
        </SettingFrame>
        <SettingFrame words={<WaitingText />}>
          <Card>
            <SkeletonRows count={4} label="Loading" />
          </Card>
        </SettingFrame>
      </div>
    </div>
  );
}

function WaitingText() {
  return (
    <span className="grid gap-3 py-1">
      <Skeleton className="h-3 w-16" />
      <Skeleton className="h-3 w-52 max-w-full" />
    </span>
  );
}

function WaitingField() {
  return (
    <div className="grid gap-2.5 pt-1">
      <Skeleton className="h-3 w-16" />
      <Skeleton shape="box" className="h-control" />
    </div>
  );
}

function WaitingPage({ width }: { width: string }) {
  return (
    <div role="status" aria-label="Loading" className={`mx-auto w-full px-4 py-6 sm:px-6 sm:py-10 ${width}`}>
      <h1 className="sr-only">Loading</h1>
      <Skeleton className="my-1 h-5 w-48 sm:my-1.5" />
      <Skeleton className="mt-2 mb-8 h-3 w-64 max-w-full" />
      <Card>
        <SkeletonRows count={3} label="Loading" />
      </Card>
    </div>
  );
}

function WaitingForm() {
  return (
    <div role="status" aria-label="Loading" className="grid justify-items-center px-4 pt-10 sm:px-6 sm:pt-18">
      <h1 className="sr-only">Loading</h1>
      <div className="w-full max-w-auth">
        <Skeleton shape="circle" className="mx-auto mb-4 size-11" />
        <Skeleton className="mx-auto mb-9 h-5 w-44" />
        <Card>
          <CardBody>
            <div className="grid gap-5">
              <WaitingField />
              <WaitingField />
              <Skeleton shape="box" className="h-control" />
            </div>
          </CardBody>
        </Card>
      </div>
    </div>
  );
}
