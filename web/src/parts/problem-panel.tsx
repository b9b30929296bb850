import { CircleAlert, RefreshCw, WifiOff } from "lucide-react";
import { Button } from "./button.tsx";
import { Empty } from "./empty.tsx";

type ProblemPanelProps = {
  /** What could not be done: "Your sessions could not be loaded". */
  title: string;
  /** Why, for a person. */
  sentence: string;
  /** In small mono, for whoever is asked for help: "503 projection_lag". */
  code?: string | undefined;
  offline?: boolean;
  onRetry: () => void;
  retryLabel?: string;
};

/** A part of the page that could not be read: what happened, that nothing is lost, what to do. */
export function ProblemPanel({
  title,
  sentence,
  code,
  offline = false,
  onRetry,
  retryLabel = "Try again",
}: ProblemPanelProps) {
  return (
    <div role="alert">
      <Empty
        warning
        icon={offline ? <WifiOff /> : <CircleAlert />}
        title={title}
        action={
          <>
            <Button onClick={onRetry}>
              <RefreshCw aria-hidden="true" className="size-4" />
              {retryLabel}
            </Button>
            {code && <p className="font-mono text-xs text-subtle">{code}</p>}
          </>
        }
      >
        {sentence}
      </Empty>
    </div>
  );
}
