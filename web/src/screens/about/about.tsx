import { BookText, Check, FileLock2, Layers } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "../../page.ts";
import { buttonClass } from "../../parts/button.tsx";
import { Card, TileIcon } from "../../parts/card.tsx";
import { useSession } from "../../session.tsx";
import { type FeatureGroup, featureGroups } from "./features.ts";
import { SampleLog } from "./sample-log.tsx";

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

/** The screen for visitors: what the service is and what it does. */
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

      <section className="mt-12 border-t border-line pt-10">
        <h2 className="text-xl font-semibold tracking-tight">What it does</h2>
        <div className="mt-6 grid gap-4 md:grid-cols-3 md:gap-6">
          {featureGroups.map((group) => (
            <FeatureList key={group.title} group={group} />
          ))}
        </div>
      </section>
      <p className="mt-6 max-w-[72ch] text-sm text-subtle">
        Attestory is a BETA. It runs as one process that needs only Node.js, and its pages contact no other host.
      </p>
    </div>
  );
}

const FeatureList = ({ group: { title, features } }: { group: FeatureGroup }) => (
  <Card>
    <section className="p-4 sm:p-6">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-3 grid gap-3">
        {features.map(({ name, line }) => (
          <li key={name} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.75 size-3.5 flex-none text-success-mark" />
            <div>
              <p className="font-medium">{name}</p>
              <p className="text-sm text-muted">{line}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  </Card>
);
