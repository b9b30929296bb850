import { useEffect, useState } from "react";
import { send } from "./api.ts";
import { loadSchemas, type Parsed } from "./load-schemas.ts";

type Checked = Parsed<"checked">;
type Question = { username: string } | { password: string };

const restMs = 400;

/**
 * The service's check of a username or a password during typing, requested `restMs` after the last change; null without an answer.
 * It is only a hint: without an answer the form shows nothing, and the service checks the submitted values again.
 */
export function useChecked(question: Question | null): Checked | null {
  const [last, setLast] = useState<{ key: string; answer: Checked } | null>(null);
  const key = question && JSON.stringify(question);
  useEffect(() => {
    if (key === null) return;
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await ask(JSON.parse(key)).catch(() => null);
      if (current && answer) setLast({ key, answer });
    }, restMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);
  return last !== null && last.key === key ? last.answer : null;
}

/** Asks the service, unless the question itself is invalid. */
export async function ask(question: Question | { invitation: string }): Promise<Checked | null> {
  const { check } = await loadSchemas();
  if (!check.safeParse(question).success) return null;
  return send("checked", { method: "POST", path: "/api/auth/check", body: question });
}
