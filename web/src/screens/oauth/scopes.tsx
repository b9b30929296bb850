import type { User } from "@attestory/http/routing/answers.ts";
import { Fingerprint, KeyRound, type LucideIcon, Mail, Plus, RefreshCw, UserRound, UsersRound } from "lucide-react";
import { Badge } from "../../parts/badge.tsx";

interface ScopeWords {
  Icon: LucideIcon;
  title: string;
  about: (user: User) => string;
}

const known: Readonly<Record<string, ScopeWords>> = {
  openid: { Icon: Fingerprint, title: "Verify your identity", about: () => "A stable id that says you are you." },
  profile: {
    Icon: UserRound,
    title: "Access your profile information",
    about: () => "Your names, your username, and whether you use two-factor authentication.",
  },
  email: { Icon: Mail, title: "Access your email address", about: ({ email }) => `${email}, and that it is verified.` },
  offline_access: {
    Icon: RefreshCw,
    title: "Access offline_access",
    about: () => "Stays connected when you are away.",
  },
  roles: {
    Icon: UsersRound,
    title: "Access roles",
    about: () => "Whether you are a developer, a Pro user or an admin.",
  },
};

const wordsOf = (scope: string): ScopeWords =>
  (Object.hasOwn(known, scope) ? known[scope] : undefined) ?? {
    Icon: KeyRound,
    title: `Access ${scope}`,
    about: () => "The application defines what this means. Attestory gives it nothing more for it.",
  };

type ScopesProps = { scopes: readonly string[]; granted: readonly string[]; user: User };

/** What the application may do, one line for each scope. Those that it does not have yet are marked if it has others. */
export function Scopes({ scopes, granted, user }: ScopesProps) {
  const asksForMore = granted.length > 0;
  return (
    <ul className="grid gap-3.5">
      {scopes.map((scope) => {
        const { Icon, title, about } = wordsOf(scope);
        const isNew = asksForMore && !granted.includes(scope);
        const Mark = isNew ? Plus : Icon;
        return (
          <li key={scope} className="flex min-w-0 gap-3">
            <Mark aria-hidden="true" className="mt-0.5 size-4 flex-none text-accent-text" />
            <div className="min-w-0 wrap-anywhere">
              <span className="font-medium">{title}</span> {isNew && <Badge look="accent">New</Badge>}
              <p className="text-sm text-muted">{about(user)}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
