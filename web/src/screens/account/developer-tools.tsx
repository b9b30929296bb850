import type { User } from "@attestory/http/routing/answers.ts";
import { Link } from "wouter";
import { buttonClass } from "../../parts/button.tsx";
import { Setting } from "../../parts/setting.tsx";
import { EnableDeveloper } from "../developer/enable-developer.tsx";
import { Offer } from "../developer/offer.tsx";

/** The way to the developer portal, or to developer access. */
export function DeveloperTools({ user }: { user: User }) {
  return user.isDeveloper ? (
    <Setting title="Developer Tools" about="Your own applications and their keys.">
      <Tools />
    </Setting>
  ) : (
    <Setting title="Developer access" about="For people who build applications.">
      <EnableDeveloper heading="h3" />
    </Setting>
  );
}

const Tools = () => (
  <Offer
    title="Your applications"
    heading="h3"
    action={
      <>
        <Link href="/docs" className={buttonClass()}>
          Documentation
        </Link>
        <Link href="/dashboard/developer" className={buttonClass()}>
          Developer Portal
        </Link>
      </>
    }
  >
    Register an application, rotate a secret, see why a call failed.
  </Offer>
);
