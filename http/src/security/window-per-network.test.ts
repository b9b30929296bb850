import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { windowPerNetworkContract } from "../testing/window-per-network.contract.ts";

windowPerNetworkContract("in process", () => ({
  rateLimiter: inProcessRateLimiter(() => new Date()),
  pass() {},
}));
