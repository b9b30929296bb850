import { Link } from "wouter";
import { type SignedInPath, signedInScreens } from "../signed-in-screens.ts";

const pages = Object.entries(signedInScreens).flatMap(([href, { accountPage: name }]) =>
  name ? [{ href, name }] : [],
);

/** Links between the pages of an account. They look like tabs, but each is a page of its own. */
export function AccountNav({ current }: { current: SignedInPath }) {
  return (
    <nav aria-label="Account" className="-mx-4 mb-8 flex gap-6 border-b border-line px-4 sm:mx-0 sm:px-0 md:mb-10">
      {pages.map(({ href, name }) => (
        <Link
          key={href}
          href={href}
          aria-current={href === current ? "page" : undefined}
          className="-mb-px flex min-h-11 items-center rounded-sm border-b-2 border-transparent font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-ink sm:min-h-9"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
