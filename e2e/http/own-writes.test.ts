import { startServices } from "../start-services.ts";
import { ownWritesContract } from "./own-writes-contract.ts";

const full = process.env.FULL_RUN === "1";
const times = full ? { rounds: 10_000, late: 400, kills: 20 } : { rounds: 1000, late: 20, kills: 4 };

ownWritesContract(() => startServices({ LOG_LEVEL: "error" }), { ...times, endsWait: true });
