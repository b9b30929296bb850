import { BookText, Check, Clock, FileLock2, Layers } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { usePage } from "../../page.ts";
import { Badge } from "../../parts/badge.tsx";
import { buttonClass } from "../../parts/button.tsx";
import { Card, TileIcon } from "../../parts/card.tsx";
import { useSession } from "../../session.tsx";
import { SampleLog } from "./sample-log.tsx";

const today = [
  "Create an account and verify its email address by a link",
  "Sign in, and stay signed in on every device you choose",
  "Change your profile and your password",
  "See every device that is signed in, and sign any of them out",
  "An API for all of this, with one format for errors",
];

const later = [
  "Two-factor authentication and hardware keys",
  "OAuth 2.0 and OpenID Connect for your own applications",
  "A portal for developers, API keys for machines",
  "A dashboard for the people who run the service",
];

const ideas = [
  {
    Icon: BookText,
    title: "Written once",
    text: "Every change is an event, appended in order. Nothing is overwritten, so you can always see what happened.",
  },
  {
    Icon: Layers,
    title: "Read from the log",
    text: "What you see on your dashboard is built from those events. It can be deleted and built again; the log stays.",
  },
  {
    Icon: FileLock2,
    title: "Encrypted for each person",
    text: "Names, addresses and devices are encrypted in the log, with a separate key for each person. Passwords are never stored, only their hashes.",
  },
] as const;

/** The screen for visitors: what the service is, what works today, what is planned. */
export function About() {
  usePage("About", "An account and sign-in service whose only source of truth is an event log.");
  const { session } = useSession();
  return (
    <div className="mx-auto w-full max-w-[calc(var(--page)+48px)] px-4 pt-10 pb-12 sm:px-6 sm:pt-18 sm:pb-20">
      <div className="grid items-center gap-10 md:grid-cols-2 md:gap-12">
        <header>
          <h1 className="text-2xl font-semibold tracking-[-0.022em] sm:text-3xl">Accounts you can account for</h1>
          <p className="mt-4 max-w-[56ch] text-md text-muted">
            Attestory is an account and sign-in service whose only source of truth is an event log. What happened is
            written once, in order, and stays. Everything else is built from it.
          </p>
          <div className="mt-6 flex flex-wrap gap-2">
            {session.state === "signed-in" ? (
              <Link href="/dashboard" className={buttonClass("primary")}>
                Go to Dashboard
              </Link>
            ) : (
              <Link href="/register" className={buttonClass("primary")}>
                Create Account
              </Link>
            )}
            <Link href="/docs" className={buttonClass()}>
              View Documentation
            </Link>
          </div>
        </header>
        <SampleLog />
      </div>

      <ul className="mt-12 grid gap-8 border-t border-line pt-10 sm:mt-16 md:grid-cols-3 md:gap-12">
        {ideas.map(({ Icon, title, text }) => (
          <li key={title}>
            <TileIcon>
              <Icon />
            </TileIcon>
            <h2 className="mt-4 font-semibold">{title}</h2>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>

      <div className="mt-12 grid gap-4 border-t border-line pt-10 md:grid-cols-2 md:gap-6">
        <FeatureList
          title="Works today"
          badge={<Badge look="success">Available</Badge>}
          lines={today}
          Icon={Check}
          mark="text-success-mark"
        />
        <FeatureList
          title="Comes later"
          badge={<Badge>Not available yet</Badge>}
          lines={later}
          Icon={Clock}
          mark="text-subtle"
        />
      </div>
      <p className="mt-6 max-w-[72ch] text-sm text-subtle">
        Attestory is a BETA. It runs as one process that needs only Node.js, and its pages contact no other host.
      </p>
    </div>
  );
}

type FeatureListProps = { title: string; badge: ReactNode; lines: readonly string[]; Icon: typeof Check; mark: string };

function FeatureList({ title, badge, lines, Icon, mark }: FeatureListProps) {
  return (
    <Card>
      <section className="p-4 sm:p-6">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">{title}</h2>
          {badge}
        </div>
        <ul className="mt-3 grid gap-2">
          {lines.map((line) => (
            <li key={line} className="flex gap-2.5 text-muted">
              <Icon aria-hidden="true" className={`mt-0.75 size-3.5 ${mark}`} />
              {line}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
