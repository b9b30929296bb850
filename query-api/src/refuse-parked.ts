import { type ProblemAnswer, problem } from "@attestory/http/problem.ts";
import { DocumentParked } from "@attestory/projections/store/read-store.ts";

const parked = (): ProblemAnswer =>
  problem(503, "projection_fault", "This cannot be shown at the moment. Whoever runs this service has been told");

/** The same, but a document that stands still is answered as a fault, and never as what it held before. */
export const refuseParked =
  <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
  async (...asked: Asked): Promise<Answer | ProblemAnswer> => {
    try {
      return await ask(...asked);
    } catch (error) {
      if (error instanceof DocumentParked) return parked();
      throw error;
    }
  };
