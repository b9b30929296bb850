/**
 * @module-tag random
 * @module-tag embedded/one-process
 */
import { startServices } from "../start-services.ts";
import { ownWritesContract } from "./own-writes.contract.ts";

const full = process.env.FULL_RUN === "1";
const times = full ? { rounds: 10_000, late: 400, kills: 20 } : { rounds: 120, late: 8, kills: 2 };

ownWritesContract(() => startServices({ LOG_LEVEL: "error" }), { ...times, endsWait: true });
