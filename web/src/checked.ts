import { checked } from "@attestory/command-api/api-schema";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { send } from "./api.ts";

type Checked = z.output<typeof checked>;
type Question = { username: string } | { password: string };

const restMs = 400;

/**
 * What the service says of what is being typed, once it has rested for a moment; null while nobody knows. It is a help and no
 * more: without an answer the form says nothing, and what is sent is checked again.
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
