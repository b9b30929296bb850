import type { SharedProduct } from "../shared-product.ts";
import { storedEvents } from "./stored-log.ts";

export const rounds = process.env.FULL_RUN === "1" ? 200 : 1;

export const times = <Result>(count: number, make: (n: number) => Result): Result[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** How many responses have each status and code. */
export const codes = (responses: readonly { status: number; body: { code?: string } }[]): Record<string, number> =>
  Object.fromEntries(
    Map.groupBy(responses, ({ status, body }) => `${status} ${body.code ?? ""}`.trim())
      .entries()
      .map(([code, all]) => [code, all.length]),
  );

/** The streams of reservations that were neither confirmed nor released, among the events after the first `count`. */
export async function unsettledReservations(product: SharedProduct, count: number): Promise<string[]> {
  const reservations = (await storedEvents(product)).slice(count).filter(({ type }) => /^Identifier/.test(type));
  const isSettled = (type = "") => ["IdentifierConfirmed", "IdentifierReleased"].includes(type);
  return [...Map.groupBy(reservations, ({ stream }) => stream)]
    .filter(([, events]) => !isSettled(events.at(-1)?.type))
    .map(([stream]) => stream);
}
