import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from "react";
import { ApiError } from "../api-error.ts";
import { LoadFailure, onDemand } from "../on-demand.tsx";
import type { Takeover } from "../parts/dialog-host.ts";
import { TakeoverDialog, useTakeover } from "../parts/takeover.tsx";
import type { Method } from "./methods.ts";

const StepUpContent = onDemand(() => import("./step-up-content.tsx").then((file) => file.StepUpContent));

export type StepUp = {
  /**
   * Makes a call that may ask for a recent authentication. If it does, the user is asked in place, and the call is made again.
   * Rejects with the call's own refusal if the user declines: see `isDeclined`.
   * @param purpose what the call does, after "To": "turn off two-factor authentication"
   */
  confirm: <Answer>(call: () => Promise<Answer>, purpose?: string) => Promise<Answer>;
  /** Asks the user in place, where the service answers less without a recent authentication. False if the user declines. */
  ask: (purpose: string) => Promise<boolean>;
  /** Asks the user in place in these words, for one of these authentication methods. False if the user declines. */
  askFor: (question: Wording) => Promise<boolean>;
};

export type Wording = { title: string; description: string; ways?: readonly Method[] };

/** Whether the service asked for a step-up, and the user declined. */
export const isDeclined = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.problem?.code === "reauthentication_required";

const StepUpContext = createContext<StepUp | null>(null);

/** Lets the user prove again who they are where a call asks for it. */
export function useStepUp(): StepUp {
  const stepUp = use(StepUpContext);
  if (stepUp === null) throw new Error("useStepUp needs a StepUpProvider above it");
  return stepUp;
}

/** A question to the user that is not answered yet. */
type Question = Wording & { settle: (isConfirmed: boolean) => void };

/** Asks in the dialog that is open, or else in one of its own. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const { asked, confirm, ask, askFor } = useQuestion();
  useTakeover(useMemo(() => asked && takeoverOf(asked), [asked]));
  const stepUp = useMemo(() => ({ confirm, ask, askFor }), [confirm, ask, askFor]);
  return <StepUpContext value={stepUp}>{children}</StepUpContext>;
}

function useQuestion(): { asked: Question | null } & StepUp {
  const [asked, setAsked] = useState<Question | null>(null);
  const asking = useRef<Promise<boolean> | null>(null);

  /** Calls at once share one question. */
  const askFor = useCallback(async (question: Wording): Promise<boolean> => {
    await loadParts();
    asking.current ??= new Promise<boolean>((settle) => setAsked({ ...question, settle })).finally(() => {
      asking.current = null;
      setAsked(null);
    });
    return asking.current;
  }, []);

  const ask = useCallback((purpose: string | undefined) => askFor(wordingOf(purpose)), [askFor]);

  const confirm = useCallback<StepUp["confirm"]>(
    async (call, purpose) => {
      try {
        return await call();
      } catch (error) {
        if (!isDeclined(error)) throw error;
        if (!(await ask(purpose))) throw error;
      }
      return call();
    },
    [ask],
  );
  return { asked, confirm, ask, askFor };
}

const wordingOf = (purpose: string | undefined): Wording => ({
  title: "Confirm it is you",
  description: `${purpose ? `To ${purpose}.` : "You signed in a while ago."} Good for a few minutes.`,
});

const takeoverOf = ({ title, description, ways, settle }: Question): Takeover => ({
  title,
  description,
  content: <StepUpContent ways={ways} onDone={() => settle(true)} onCancel={() => settle(false)} />,
  onClose: () => settle(false),
});

/** First, so that the question appears at once and whole. @throws Unreachable */
async function loadParts(): Promise<void> {
  try {
    await Promise.all([StepUpContent.load(), TakeoverDialog.load()]);
  } catch (error) {
    if (!(error instanceof LoadFailure)) throw error;
    error.forget();
    throw error.cause;
  }
}
