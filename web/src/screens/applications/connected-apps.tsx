import type { ConnectedApp } from "@attestory/query-api/applications/schema.ts";
import { AppWindow } from "lucide-react";
import { useState } from "react";
import { ApplicationLogo } from "../../parts/application-logo.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button, buttonClass } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { LoadMore } from "../../parts/load-more.tsx";
import { Moment } from "../../parts/moment.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { useLinkedPages } from "../../use-pages.ts";
import { connectedAppsPath, RemoveApp } from "./remove-app.tsx";

/** The applications that may use the account, and those whose access was ended to secure it. */
export function ConnectedApps() {
  const { pages, ...list } = useLinkedPages("connectedApps", connectedAppsPath);
  const { error, reread } = list;
  const [removed, setRemoved] = useState<ConnectedApp | null>(null);
  return (
    <Card>
      {pages ? (
        <Listed apps={pages.flatMap(({ list }) => list)} onRemove={setRemoved} />
      ) : (
        !error && <SkeletonRows count={2} label="Loading your connected applications" />
      )}
      {error && (
        <ReadProblem
          title={`${pages ? "The next" : "Your"} connected applications could not be loaded`}
          error={error}
          onRetry={() => void reread()}
        />
      )}
      {!error && <LoadMore what="connected applications" list={list} />}
      {removed && <RemoveApp app={removed} onRemoved={reread} onClose={() => setRemoved(null)} />}
    </Card>
  );
}

function Listed({ apps, onRemove }: { apps: readonly ConnectedApp[]; onRemove: (app: ConnectedApp) => void }) {
  if (apps.length === 0) {
    return (
      <Empty icon={<AppWindow />} title="No connected applications">
        When you sign in to an application with Attestory, it shows here.
      </Empty>
    );
  }
  return (
    <TooltipDelays>
      <ul>
        {apps.map((app) => (
          <li key={app.id} className="not-first:border-t not-first:border-line">
            <AppRow app={app} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </TooltipDelays>
  );
}

function AppRow({ app, onRemove }: { app: ConnectedApp; onRemove: (app: ConnectedApp) => void }) {
  const { name, logoUrl, homepageUrl, clientHost, scopes, apis, trusted, status, lastAccess } = app;
  const isEnded = status === "ended";
  return (
    <div className="flex flex-wrap items-center gap-3 p-4 sm:gap-4 sm:px-6">
      <ApplicationLogo name={name} logoUrl={logoUrl} />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium wrap-anywhere">{name}</h3>
          {trusted && <Badge look="accent">Trusted</Badge>}
          {isEnded && <Badge look="warning">Ended</Badge>}
        </div>
        {clientHost !== null && (
          <p className="text-sm text-muted wrap-anywhere">
            From <span className="font-mono">{clientHost}</span>, which alone vouches for its name
          </p>
        )}
        <p className="text-sm text-muted wrap-anywhere">
          {scopes.length > 0 || apis.length === 0 ? `${inWords(scopes)} · last` : "Last"} access{" "}
          <Moment at={lastAccess} />
        </p>
        {apis.map((api) => (
          <p key={`${api.name} ${api.resource}`} className="text-sm text-muted wrap-anywhere">
            At {api.name}: {api.scopes.map(({ description }) => description).join(", ") || "access without scopes"}
          </p>
        ))}
        {trusted && <p className="text-sm text-muted">The operator trusts it, so it does not ask you.</p>}
        {isEnded && <p className="text-sm text-muted">Ended when your account was secured. It must ask you again.</p>}
      </div>
      <div className="flex flex-none items-center gap-2">
        {homepageUrl && (
          <a
            href={homepageUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open ${name} in a new tab`}
            className={buttonClass()}
          >
            Open
          </a>
        )}
        {isEnded ? (
          <Button aria-label={`Remove ${name} from the list`} onClick={() => onRemove(app)}>
            Remove
          </Button>
        ) : (
          <Button look="quietDanger" aria-label={`Revoke the access of ${name}`} onClick={() => onRemove(app)}>
            Revoke
          </Button>
        )}
      </div>
    </div>
  );
}

const shortWords: Readonly<Record<string, string>> = {
  openid: "identity",
  profile: "profile",
  email: "email",
  offline_access: "access while you are away",
};

/** "Identity, profile, email". */
function inWords(scopes: readonly string[]): string {
  if (scopes.length === 0) return "No scopes";
  const list = scopes.map((scope) => (Object.hasOwn(shortWords, scope) ? shortWords[scope] : scope)).join(", ");
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}
