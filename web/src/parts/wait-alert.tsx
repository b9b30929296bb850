import { Alert } from "./alert.tsx";

/** "42 seconds", "14:59 minutes". */
export function waitInWords(left: number): string {
  if (left === 1) return "1 second";
  if (left < 60) return `${left} seconds`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} minutes`;
}

/** Shows the time until the next attempt, then that another attempt is possible. */
export function WaitAlert({ left, reason }: { left: number; reason: string }) {
  if (left === 0) return <Alert title="You can try again now" role="status" />;
  return (
    <Alert kind="wait" title={<span className="tabular-nums">Try again in {waitInWords(left)}</span>}>
      <p>{reason}</p>
    </Alert>
  );
}
