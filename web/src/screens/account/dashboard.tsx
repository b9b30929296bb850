import { usePage } from "../../page.ts";
import { AccountNav } from "../../parts/account-nav.tsx";
import { Setting } from "../../parts/setting.tsx";
import { useSession } from "../../session.tsx";
import { ConnectedApps } from "../applications/connected-apps.tsx";
import { PasskeyOffer } from "../hardware-keys/passkey-offer.tsx";
import { DeveloperTools } from "./developer-tools.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SecurityCard } from "./security-card.tsx";
import { useWaysIn } from "./use-ways-in.ts";
import { YourData } from "./your-data.tsx";

/** Account settings: profile, password and sessions. */
export function Dashboard() {
  usePage("Account settings", "Your profile, your password and your active sessions.");
  const { session } = useSession();
  const { hasKey, reread } = useWaysIn();
  if (session.state !== "signed-in") return null;
  const { user } = session;
  return (
    <div className="mx-auto w-full max-w-[calc(var(--page)+48px)] px-4 pt-6 pb-12 sm:px-6 sm:pt-10 sm:pb-16">
      <header className="mb-6">
        <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Account settings</h1>
        <p className="mt-1 text-muted wrap-anywhere">Signed in as {user.email}</p>
      </header>
      <AccountNav current="/dashboard" />
      {hasKey === false && <PasskeyOffer user={user} onAdded={reread} />}
      <div>
        <Setting title="Profile" about="Your name, and the address you sign in with.">
          <ProfileCard user={user} />
        </Setting>
        <Setting title="Security" about="How you sign in, and where you are signed in.">
          <SecurityCard user={user} />
        </Setting>
        <Setting title="Connected Applications" about="What you have authorized to act with your account.">
          <ConnectedApps />
        </Setting>
        <Setting title="Your data" about="What we keep about you.">
          <YourData user={user} />
        </Setting>
        <DeveloperTools user={user} />
      </div>
    </div>
  );
}
