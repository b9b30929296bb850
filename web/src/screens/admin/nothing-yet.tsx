/** Instead of the card of a setting that has nothing to show: one line. */
export const NothingYet = ({ children }: { children: string }) => (
  <p data-nothing-yet className="text-sm leading-5.5 text-muted">
    {children}
  </p>
);

/** Of what has the settings: one with nothing to show is as low as its line. */
export const lowWithNothing =
  "[&>section:has([data-nothing-yet])]:gap-y-1 [&>section:has([data-nothing-yet])]:py-4 [&>section:has([data-nothing-yet])>header>p]:hidden";
