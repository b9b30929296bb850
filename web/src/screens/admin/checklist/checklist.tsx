import { CircleCheck, CircleDashed } from "lucide-react";
import { useEffect, useState } from "react";
import { browserStorage } from "../../../browser-storage.ts";
import { Button } from "../../../parts/button.tsx";
import { Card } from "../../../parts/card.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TextLink, textLinkClass } from "../../../parts/text-link.tsx";
import { CardHead } from "../card-head.tsx";
import type { ChecklistItem } from "./checklist-items.ts";
import { useChecklist } from "./use-checklist.ts";

const key = "checklist-over";

/** What is left to do before others rely on the service. Once everything is done, or an admin has hidden it, this browser asks no more. */
export function Checklist() {
  const [isOver, setOver] = useState(() => browserStorage.getItem(key) !== null);
  const end = () => {
    browserStorage.setItem(key, "1");
    setOver(true);
  };
  return isOver ? null : <OpenChecklist onOver={end} />;
}

function OpenChecklist({ onOver }: { onOver: () => void }) {
  const items = useChecklist();
  const done = Array.isArray(items) ? items.filter(({ isDone }) => isDone).length : 0;
  const isComplete = Array.isArray(items) && done === items.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends it once
  useEffect(() => {
    if (isComplete) onOver();
  }, [isComplete]);
  // Nobody came for the checklist, so a failure has no card of its own. The cards below say what cannot be read.
  if (items === "failed" || isComplete) return null;
  return (
    <Card>
      <CardHead
        title="Before you go live"
        action={
          items && (
            <span className="flex items-center gap-4">
              <span className="text-sm whitespace-nowrap text-muted tabular-nums">
                {done} of {items.length} done
              </span>
              <Button size="small" onClick={onOver}>
                Hide
              </Button>
            </span>
          )
        }
      />
      {items ? (
        <ul>
          {items.map((item) => (
            <ItemRow key={item.name} {...item} />
          ))}
        </ul>
      ) : (
        <SkeletonRows count={6} label="Loading the checklist" />
      )}
    </Card>
  );
}

function ItemRow({ name, isDone, line, href }: ChecklistItem) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-3 px-4 py-3 not-first:border-t not-first:border-line sm:px-6">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 flex-none ${isDone ? "text-success-text" : "text-subtle"}`} />
      <div className="min-w-0">
        <p className="font-medium">
          <span className="sr-only">{isDone ? "Done: " : "Open: "}</span>
          {href === null ? name : <Place href={href}>{name}</Place>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{line}</p>
      </div>
    </li>
  );
}

/** A link to a part of the same page is the browser's own matter. */
const Place = ({ href, children }: { href: string; children: string }) =>
  href.startsWith("#") ? (
    <a href={href} className={textLinkClass}>
      {children}
    </a>
  ) : (
    <TextLink href={href}>{children}</TextLink>
  );
