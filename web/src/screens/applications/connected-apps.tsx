import type { ConnectedApp } from "@attestory/query-api/applications/schema.ts";
import { AppWindow } from "lucide-react";
import { useState } from "react";
import { send, useRead } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { ApplicationLogo } from "../../parts/application-logo.tsx";
import { Button, buttonClass } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Moment } from "../../parts/moment.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { toast } from "../../parts/toasts.ts";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { ReadProblem } from "../../read-problem.tsx";

const path = "/api/user/connected-apps";

/** The applications that may use the account. */
export function ConnectedApps() {
  const { data, error, mutate } = useRead("connectedApps", [path]);
  const [revoked, setRevoked] = useState<ConnectedApp | null>(null);
  return (
    <Card>
      {data ? (
        <Listed apps={data} onRevoke={setRevoked} />
      ) : error ? (
        <ReadProblem
          title="Your connected applications could not be loaded"
          error={error}
          onRetry={() => void mutate().catch(() => undefined)}
        />
      ) : (
        <SkeletonRows count={2} label="Loading your connected applications" />
      )}
      {revoked && (
        <RevokeAccess
          app={revoked}
          onRevoked={() => mutate().catch(() => undefined)}
          onClose={() => setRevoked(null)}
        />
      )}
    </Card>
  );
}

function Listed({ apps, onRevoke }: { apps: readonly ConnectedApp[]; onRevoke: (app: ConnectedApp) => void }) {
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
            <AppRow app={app} onRevoke={onRevoke} />
          </li>
        ))}
      </ul>
    </TooltipDelays>
  );
}

function AppRow({ app, onRevoke }: { app: ConnectedApp; onRevoke: (app: ConnectedApp) => void }) {
  const { name, logoUrl, homepageUrl, scopes, lastAccess } = app;
  return (
    <div className="flex flex-wrap items-center gap-3 p-4 sm:gap-4 sm:px-6">
      <ApplicationLogo name={name} logoUrl={logoUrl} />
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <p className="text-sm text-muted wrap-anywhere">
          {inWords(scopes)} · last access <Moment at={lastAccess} />
        </p>
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
        <Button look="quietDanger" aria-label={`Revoke the access of ${name}`} onClick={() => onRevoke(app)}>
          Revoke
        </Button>
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

type RevokeAccessProps = { app: ConnectedApp; onRevoked: () => Promise<unknown>; onClose: () => void };

function RevokeAccess({ app: { id, name }, onRevoked, onClose }: RevokeAccessProps) {
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await send("message", { method: "DELETE", path: `${path}/${id}` });
      toast({ kind: "done", title: "Access revoked", description: `${name} can no longer use your account.` });
      await onRevoked();
      onClose();
    } catch (error) {
      toast({ kind: "refused", title: "Revoke failed", description: sentenceOf(error, "Try again in a moment.") });
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={`Revoke access of ${name}?`}>
      <Confirmation action="Revoke" busy={busy} onConfirm={() => void revoke()} onCancel={onClose}>
        {`${name} is signed out of your account on every device, at once. What you saved there stays there. You can authorize it again at any time.`}
      </Confirmation>
    </Dialog>
  );
}
