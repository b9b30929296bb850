import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { AuthFrame, RoundMark } from "./auth-frame.tsx";

interface LinkOutcomeProps {
  isDone: boolean;
  title: string;
  sentence: string;
  children: ReactNode;
}

/** What became of a link whose button was pressed. Takes the place of the button, and the focus. */
export const LinkOutcome = ({ isDone, title, sentence, children }: LinkOutcomeProps) => (
  <AuthFrame
    mark={<RoundMark look={isDone ? "good" : "bad"}>{isDone ? <CircleCheck /> : <CircleX />}</RoundMark>}
    title={title}
    announced
    lead={<span role={isDone ? "status" : "alert"}>{sentence}</span>}
  >
    {children}
  </AuthFrame>
);
