import type { ClientCall } from "@attestory/query-api/applications/client-call-schema.ts";
import { cellClass, ListTable, rowClass } from "../../parts/list-table.tsx";
import { Moment } from "../../parts/moment.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { DifferenceRows } from "./difference-rows.tsx";

const columns = ["When", "Call", "Result", "What differed"];

/** Failed calls, the newest first. */
export function CallTable({ calls }: { calls: readonly ClientCall[] }) {
  return (
    <TooltipDelays>
      <ListTable columns={columns}>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ListTable>
    </TooltipDelays>
  );
}

const called = {
  authorize: "GET /oauth/authorize",
  token: "POST /api/oauth/token",
  end_session: "GET /api/oauth/end_session",
  backchannel_logout: "POST to the application",
  device_authorization: "POST /api/oauth/device_authorization",
  par: "POST /api/oauth/par",
} as const;
const cell = `${cellClass} align-top`;

/** On small screens the call and its result, and what differed below them. */
function CallRow({ call: { time, endpoint, error, description, differences } }: { call: ClientCall }) {
  return (
    <tr className={rowClass}>
      <td className={`${cell} text-subtle max-sm:col-span-2 sm:text-ink`}>
        <Moment at={time} />
      </td>
      <td className={`${cell} font-mono sm:whitespace-nowrap`}>{called[endpoint]}</td>
      <td className={cell}>
        <span className="inline-flex min-h-5 items-center rounded-sm bg-danger-tint px-1.75 font-mono text-xs text-danger-text wrap-anywhere">
          {error}
        </span>
      </td>
      <td className={`${cell} max-sm:col-span-2`}>
        <p className="wrap-anywhere">{description}</p>
        <DifferenceRows differences={differences} />
      </td>
    </tr>
  );
}
