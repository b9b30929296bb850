import type { User } from "@attestory/http/routing/answers.ts";
import { useLocation } from "wouter";
import { Avatar } from "../../parts/avatar.tsx";
import { initials } from "../../parts/initials.ts";
import { textLinkClass } from "../../parts/text-link.tsx";
import { useSession } from "../../session.tsx";

/** Whose account the application gets, and the way to another one. */
export function SignedInAs({ user, login }: { user: User; login: string }) {
  const { end } = useSession();
  const [, navigate] = useLocation();
  const change = async () => {
    // Also when the service cannot be reached: this browser forgets the session.
    await end().catch(() => undefined);
    navigate(login);
  };
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-sunken px-4 py-3">
      <Avatar letters={initials(user)} />
      <div className="min-w-0 flex-1">
        <span className="block truncate font-medium">{user.username}</span>
        <span className="block truncate text-sm text-subtle">{user.email}</span>
      </div>
      <button type="button" className={`${textLinkClass} flex-none text-sm`} onClick={() => void change()}>
        Not you?
      </button>
    </div>
  );
}
