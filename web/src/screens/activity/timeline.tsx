import type { Activity } from "@attestory/query-api/activity/schema.ts";
import { AppWindow, Ban, KeyRound, LogIn, type LucideIcon, Mail, ShieldCheck, Usb, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { exactTime } from "../../parts/moments.ts";
import { Tooltip } from "../../parts/tooltip.tsx";
import { byDay } from "./activity-days.ts";

type Look = { Icon: LucideIcon; color: string };
const plain = "bg-hover text-muted";

const looks: Readonly<Record<Activity["type"], Look>> = {
  "sign-in": { Icon: LogIn, color: plain },
  attempt: { Icon: Ban, color: "bg-danger-tint text-danger-text" },
  password: { Icon: KeyRound, color: "bg-success-tint text-success-text" },
  "second-factor": { Icon: ShieldCheck, color: "bg-success-tint text-success-text" },
  "hardware-key": { Icon: Usb, color: "bg-success-tint text-success-text" },
  address: { Icon: Mail, color: plain },
  application: { Icon: AppWindow, color: plain },
  account: { Icon: UserRound, color: plain },
};

type TimelineProps = {
  entries: readonly Activity[];
  /** The button of an entry, if it has one. */
  action: (entry: Activity) => ReactNode;
};

/** Entries by day, newest first. */
export function Timeline({ entries, action }: TimelineProps) {
  return (
    <div className="grid gap-6">
      {byDay(entries, new Date()).map(({ title, entries: ofDay }) => (
        <section key={title}>
          <h2 className="mb-2 text-sm font-medium text-muted">{title}</h2>
          <ul className="rounded-md border border-line bg-surface">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry}>
                {action(entry)}
              </Entry>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Entry({ entry, children }: { entry: Activity; children: ReactNode }) {
  const { Icon, color } = looks[entry.type];
  return (
    <li className="flex gap-3 p-4 not-first:border-t not-first:border-line sm:gap-4 sm:px-6">
      <span aria-hidden="true" className={`grid size-8 flex-none place-items-center rounded-full ${color}`}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-medium wrap-anywhere">{entry.sentence}</h3>
        {entry.detail && <p className="text-sm text-muted wrap-anywhere">{entry.detail}</p>}
        <From entry={entry} />
      </div>
      <div className="grid flex-none content-start justify-items-end gap-1.5">
        <Time at={entry.time} />
        {children}
      </div>
    </li>
  );
}

function From({ entry: { device, network, isCurrent } }: { entry: Activity }) {
  const parts = [
    device,
    network && (
      <span key="network" className="font-mono text-[0.93em] wrap-anywhere">
        {network}
      </span>
    ),
    isCurrent && "this device",
  ].filter((part) => part !== null && part !== false);
  if (parts.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an entry never move
        <span key={at}>
          {at > 0 && " · "}
          {part}
        </span>
      ))}
    </p>
  );
}

function Time({ at }: { at: string }) {
  const instant = new Date(at);
  return (
    <Tooltip text={exactTime(instant)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact instant must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0} className="rounded-sm text-sm text-subtle tabular-nums">
        {instant.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}
      </time>
    </Tooltip>
  );
}
