import type { Parsed } from "../../load-schemas.ts";

type Build = Parsed<"adminBuilds">["builds"][number];

const number = new Intl.NumberFormat("en");
const minute = 60;

const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);

/**
 * How far they are together: `share` is between 0 and 1. Those of one pass apply the same events, so the one that is least far counts. They
 * write their documents one after the other, so there the sum counts.
 */
export function buildsTogether(builds: readonly Build[]): { share: number; text: string } {
  const applying = builds.filter(({ phase }) => phase === "applying").toSorted((a, b) => shareOf(a) - shareOf(b));
  const [least] = applying;
  const [done, of] = least
    ? [least.done, least.of]
    : [sum(builds.map((one) => one.done)), sum(builds.map((one) => one.of))];
  const share = shareOf({ done, of });
  // Something is left to do until a build is no longer named.
  const percent = Math.min(99, Math.floor(share * 100));
  const what = least ? "events applied" : "documents written";
  const left = timeLeft((least ? [least] : builds).map(({ secondsLeft }) => secondsLeft));
  return { share: percent / 100, text: `${percent} %: ${number.format(done)} of ${number.format(of)} ${what}${left}.` };
}

const shareOf = ({ done, of }: Pick<Build, "done" | "of">): number => (of > 0 ? Math.min(1, done / of) : 0);

/** Nothing while it is not known. */
function timeLeft(seconds: readonly (number | null)[]): string {
  const known = seconds.filter((one) => one !== null);
  if (known.length === 0) return "";
  const longest = Math.max(...known);
  return longest < minute ? `, about ${longest} s left` : `, about ${Math.ceil(longest / minute)} min left`;
}

/** "3 read models are being built". */
export const titleOf = ({ length }: readonly Build[]): string =>
  length === 1 ? "A read model is being built" : `${length} read models are being built`;

/** Names of those that are served meanwhile, or not. */
export const namesOf = (builds: readonly Build[], isServed: boolean): string =>
  builds
    .filter((build) => build.isServed === isServed)
    .map(({ readModel }) => readModel)
    .join(", ");
