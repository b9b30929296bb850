import type { Position } from "@attestory/events/envelope.ts";
import type { Commands } from "../handling/commands.ts";

/** Answers an admin's decision once everything that it ended is refused everywhere. */
export async function answerDecision(commands: Commands, position: Position, text: string) {
  await commands.waitForRevocation(position);
  return { status: 200, body: { message: text }, ...commands.positionMark(position) } as const;
}
