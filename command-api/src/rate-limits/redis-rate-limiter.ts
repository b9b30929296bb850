import type { Redis } from "@attestory/runtime/open-redis.ts";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimit, RateLimiter } from "./rate-limiter.ts";

const prefix = "attestory:budget";

/**
 * Consumes or refunds one point, in one atomic step on the server and by the server's clock. ARGV, in the order that the limiter
 * passes them: 1 or -1; the longest wait in seconds; the points before the first wait; the seconds until the count is forgotten.
 * If the longest wait equals the seconds until it is forgotten, the limit is a window: it begins with the first point, and the wait
 * lasts until its end. Unlike the limiter's own script, refused attempts are not counted, so every refunded point is available again.
 * Returns the points consumed and the wait; for a refused attempt, 0 and the milliseconds to wait.
 */
const takeScript = `
local amount, longest, free, forget = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local taken = tonumber(redis.call('HGET', KEYS[1], 'taken') or 0)
if amount < 0 then
  if taken <= 1 then
    redis.call('DEL', KEYS[1])
  else
    redis.call('HSET', KEYS[1], 'taken', taken - 1, 'freeAt', 0)
  end
  return { math.max(taken - 1, 0), 0 }
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local freeAt = tonumber(redis.call('HGET', KEYS[1], 'freeAt') or 0)
if freeAt > now then return { 0, freeAt - now } end
taken = taken + 1
redis.call('HSET', KEYS[1], 'taken', taken)
local isWindow = longest == forget
if taken == 1 or not isWindow then redis.call('PEXPIRE', KEYS[1], forget * 1000) end
local wait = 0
if taken >= free then
  wait = isWindow and redis.call('PTTL', KEYS[1]) or math.min(longest, 2 ^ math.min(30, taken - free)) * 1000
end
redis.call('HSET', KEYS[1], 'freeAt', string.format('%d', now + wait))
return { taken, wait }
`;

/**
 * Counts on a Redis server that all processes share: exact for any number of processes, by the server's clock. Rejects if the
 * server is unavailable or does not answer within the connection's timeout: see `withLocalFallback`.
 * @param digest replaces each key on the server, because a key may be a user's network
 */
export const redisRateLimiter = (client: Redis, digest: (key: string) => string): RateLimiter => ({
  window: (name, limit, seconds) => rateLimit(client, digest, name, { free: limit, longest: seconds, forget: seconds }),
  delays: (name, { free, longestSeconds, forgetSeconds }) => {
    if (longestSeconds >= forgetSeconds) throw new RangeError("a wait must end before it is forgotten");
    return rateLimit(client, digest, name, { free, longest: longestSeconds, forget: forgetSeconds });
  },
});

function rateLimit(
  client: Redis,
  digest: (key: string) => string,
  name: string,
  { free, longest, forget }: { free: number; longest: number; forget: number },
): RateLimit {
  const limiter = new RateLimiterRedis({
    ...{ storeClient: client, keyPrefix: `${prefix}:${name}`, points: free, duration: forget },
    customIncrTtlLuaScript: takeScript,
    rejectIfRedisNotReady: true,
  });
  const rule = { customDuration: longest };
  return {
    async consume(key) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(digest(key), 1, rule);
      return consumedPoints > 0 ? { consumed: consumedPoints } : { waitSeconds: Math.ceil(msBeforeNext / 1000) };
    },
    async refund(key) {
      await limiter.reward(digest(key), 1, rule);
    },
    async reset(key) {
      await limiter.delete(digest(key));
    },
  };
}
