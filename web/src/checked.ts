import { checked } from "@attestory/command-api/api-schema";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { send } from "./api.ts";

type Checked = z.output<typeof checked>;
type Question = { username: string } | { password: string };

const restMs = 400;

/**
 * The service's check of a username or password during typing, requested `restMs` after the last change; null without an answer.
 * It is only a hint: without an answer the form shows nothing, and the service checks the submitted values again.
 */
export function useChecked(question: Question | null): Checked | null {
  const [answered, setAnswered] = useState<{ to: string; answer: Checked } | null>(null);
  const asked = question && JSON.stringify(question);
  useEffect(() => {
    if (asked === null) return;
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await send(checked, "POST", "/api/auth/check", JSON.parse(asked)).catch(() => null);
      if (current && answer) setAnswered({ to: asked, answer });
    }, restMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return answered !== null && answered.to === asked ? answered.answer : null;
}
