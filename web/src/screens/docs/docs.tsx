import { Tabs } from "radix-ui";
import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { usePage } from "../../page.ts";
import { ApiReference } from "./api-reference.tsx";
import { CodeExamples } from "./code-examples.tsx";
import { OauthFlow } from "./oauth-flow.tsx";
import { QuickStart } from "./quick-start.tsx";

const tabs = [
  { id: "quick-start", name: "Quick Start", Content: QuickStart },
  { id: "oauth-flow", name: "OAuth Flow", Content: OauthFlow },
  { id: "api-reference", name: "API Reference", Content: ApiReference },
  { id: "code-examples", name: "Code Examples", Content: CodeExamples },
] as const;

/** Documentation in four tabs; the tab stands in the URL. */
export function Docs() {
  usePage("Documentation", "How to create accounts, sign in and manage sessions with the Attestory API.");
  const [search, setSearch] = useSearchParams();
  const asked = search.get("tab");
  const current = tabs.find(({ id }) => id === asked)?.id ?? "quick-start";
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on small screens the chosen tab may be out of sight
  useEffect(() => {
    list.current?.querySelector("[data-state=active]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <div className="mx-auto w-full max-w-220 px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16">
      <header className="mb-6">
        <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Documentation</h1>
        <p className="mt-1 text-muted">What this service answers today, and how to ask it.</p>
      </header>
      <Tabs.Root value={current} onValueChange={(tab) => setSearch({ tab })}>
        <Tabs.List
          ref={list}
          aria-label="Documentation"
          className="-mx-4 mb-8 flex gap-6 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
        >
          {tabs.map(({ id, name }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink sm:min-h-9"
            >
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ id, Content }) => (
          <Tabs.Content key={id} value={id} className="rounded-sm">
            <Content />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </div>
  );
}
