import { CircleAlert, RefreshCw, WifiOff } from "lucide-react";
import { Button } from "./button.tsx";
import { Empty } from "./empty.tsx";

type ProblemPanelProps = {
  /** What failed: "Your sessions could not be loaded". */
  title: string;
  /** The reason, written for the user. */
  sentence: string;
  /** Error code in small monospace text, for support: "503 projection_lag". */
  code?: string | undefined;
  offline?: boolean;
  onRetry: () => void;
  retryLabel?: string;
};

/** Replaces a part of the page that could not be loaded: what happened, that nothing is lost, what to do. */
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
