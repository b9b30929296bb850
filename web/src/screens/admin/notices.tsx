import { useRead } from "../../api.ts";
import { Alert } from "../../parts/alert.tsx";
import { Card } from "../../parts/card.tsx";
import { AdminProblem } from "./admin-problem.tsx";

/** `readStore`: Read store. */
const nameOf = (part: string) => {
  const words = part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** "is 60 minutes behind the event log" goes on after the name; a sentence of its own stands after a colon. */
const isPredicate = (reason: string) => /^[a-z]/.test(reason);

/** What is wrong while the service goes on; nothing most of the time, so nothing stands in its place while it is read. */
export function Notices() {
  const { data, error, mutate } = useRead("adminNotices", ["/api/admin/notices"], { revalidateOnMount: true });
  if (error && !data) {
    return (
      <Card>
        <AdminProblem title="The notices could not be loaded" error={error} onRetry={() => void mutate()} />
      </Card>
    );
  }
  if (!data || data.notices.length === 0) return null;
  return (
    <Alert kind="warning" title="This needs your attention">
      <ul className="grid gap-2">
        {data.notices.map(({ part, reason }) => (
          <li key={part} className="wrap-anywhere">
            <span className="font-medium text-ink">{nameOf(part)}</span>
            {isPredicate(reason) ? " " : ": "}
            {reason}.
          </li>
        ))}
      </ul>
    </Alert>
  );
}
