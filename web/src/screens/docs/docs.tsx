import { useRef } from "react";
import { Link, useSearchParams } from "wouter";
import { usePage } from "../../page.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { textLinkClass } from "../../parts/text-link.tsx";
import { ApiReference } from "./api-reference.tsx";
import { CodeExamples } from "./code-examples.tsx";
import { DeveloperAccess } from "./developer-access.tsx";
import { OauthFlow } from "./oauth-flow.tsx";
import { OnThisPage } from "./on-this-page.tsx";
import { QuickStart } from "./quick-start.tsx";
import { DocsSearch } from "./search/docs-search.tsx";

const quickStart = { id: "quick-start", name: "Quick Start", Content: QuickStart };
const tabs = [
  quickStart,
  { id: "oauth-flow", name: "OAuth Flow", Content: OauthFlow },
  { id: "api-reference", name: "API Reference", Content: ApiReference },
  { id: "code-examples", name: "Code Examples", Content: CodeExamples },
];

/** Documentation in four tabs; the URL contains the tab. */
export function Docs() {
  usePage("Documentation", "How to create accounts, sign in and manage sessions with the Attestory API.");
  const [search, setSearch] = useSearchParams();
  const content = useRef<HTMLDivElement>(null);
  const choose = (tab: string) => setSearch((current) => ({ ...Object.fromEntries(current), tab }));
  const { id, Content } = tabs.find((tab) => tab.id === search.get("tab")) ?? quickStart;
  return (
    <div className="mx-auto w-full max-w-220 px-4 md:max-w-275 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16">
      <header className="mb-6">
        <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Documentation</h1>
        <p className="mt-1 text-muted">
          The calls of this service, and how to use them. The{" "}
          <Link href="/docs/api" className={textLinkClass}>
            API reference
          </Link>{" "}
          has each field, with examples.
        </p>
      </header>
      <div className="md:grid md:grid-cols-[minmax(0,1fr)_208px] md:gap-10">
        {/* Before the content: on a small screen, the search is above it. */}
        <div className="mb-6 md:sticky md:top-8 md:col-start-2 md:row-start-1 md:self-start">
          <DocsSearch tabs={tabs} />
          <OnThisPage content={content} tab={id} />
        </div>
        <div ref={content} className="min-w-0 md:row-start-1">
          <DeveloperAccess />
          <Tabs label="Documentation" tabs={tabs} current={id} onChange={choose}>
            <Content />
          </Tabs>
        </div>
      </div>
    </div>
  );
}
