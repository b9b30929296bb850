import type { ReactNode } from "react";
import { Card, CardBody, CardFoot } from "../parts/card.tsx";
import { SettingFrame } from "../parts/setting.tsx";
import { Skeleton, SkeletonRows } from "../parts/skeleton.tsx";
import { signedInScreens } from "../signed-in-screens.ts";

const page = "mx-auto max-w-[calc(var(--page)+48px)]";

const pageWidths: Readonly<Record<string, string>> = {
  "/docs": "mx-auto max-w-220 md:max-w-275",
  "/docs/api": "mx-auto max-w-220",
  "/dev/inbox": "mx-auto max-w-200",
  "/about": page,
  ...Object.fromEntries(
    Object.entries(signedInScreens).flatMap(([path, { isForm }]) => (isForm ? [] : [[path, page]])),
  ),
};

/** Placeholder in the shape of a screen, shown until the screen's code or the user is loaded. */
export function Waiting({ path }: { path: string }) {
  if (path === "/dashboard") return <WaitingSettings />;
  // Beside, or below, the menu that comes with the screens of admins.
  const width = /^\/admin(\/|$)/.test(path) ? "max-w-400 max-md:pt-18 md:pt-8 md:pr-8 md:pl-62" : pageWidths[path];
  return width === undefined ? <WaitingForm /> : <WaitingPage width={width} />;
}

function WaitingFrame({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div role="status" aria-label="Loading" className={className}>
      <h1 className="sr-only">Loading</h1>
      {children}
    </div>
  );
}

function WaitingSettings() {
  return (
    <WaitingFrame className={`w-full px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16 ${page}`}>
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
    </WaitingFrame>
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
    <WaitingFrame className={`w-full px-4 py-6 sm:px-6 sm:py-10 ${width}`}>
      <WaitingList />
    </WaitingFrame>
  );
}

/** The title of a page, and a list. */
export function WaitingList() {
  return (
    <>
      <Skeleton className="my-1 h-5 w-48 sm:my-1.5" />
      <Skeleton className="mt-2 mb-8 h-3 w-64 max-w-full" />
      <Card>
        <SkeletonRows count={3} label="Loading" />
      </Card>
    </>
  );
}

function WaitingForm() {
  return (
    <WaitingFrame className="grid justify-items-center px-4 pt-10 sm:px-6 sm:pt-18">
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
    </WaitingFrame>
  );
}
