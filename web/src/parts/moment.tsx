import { exactTime, relativeTime } from "./moments.ts";
import { Tooltip } from "./tooltip.tsx";

/** Relative time; shows the exact time on hover or focus. */
export function Moment({ at }: { at: string }) {
  const instant = new Date(at);
  return (
    <Tooltip text={exactTime(instant)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact instant must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0} className="rounded-sm whitespace-nowrap tabular-nums">
        {relativeTime(instant, new Date())}
      </time>
    </Tooltip>
  );
}
