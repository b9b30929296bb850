import { Link, useLocation } from "wouter";
import { buttonClass } from "../../parts/button.tsx";
import { useSession } from "../../session.tsx";
import { EnableCard, EnableDeveloper } from "../developer/enable-developer.tsx";

/** Offers developer access to everyone who has none; visitors sign in first. */
export function DeveloperAccess() {
  const { session } = useSession();
  const [path] = useLocation();
  if (session.state === "signed-in" && !session.user.isDeveloper) {
    return (
      <section aria-label="Developer access" className="mb-8">
        <EnableDeveloper heading="h2" />
      </section>
    );
  }
  if (session.state !== "signed-out") return null;
  return (
    <section aria-label="Developer access" className="mb-8">
      <EnableCard
        heading="h2"
        action={
          <Link href={`/login?redirect=${encodeURIComponent(path)}`} className={buttonClass()}>
            Sign in to enable it
          </Link>
        }
      />
    </section>
  );
}
