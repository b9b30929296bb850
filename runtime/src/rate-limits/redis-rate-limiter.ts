import type { Redis } from "../open-redis.ts";
import type { RateLimit, RateLimiter } from "./rate-limiter.ts";

const prefix = "attestory:budget";

/**
 * Consumes one point, in one atomic step on the server and by the server's clock. ARGV: the points before the first wait; the longest
 * wait in seconds, or 0 for a window, where the wait lasts until its end; the seconds until the count is forgotten, in a window from
 * the first point on. Returns the points consumed, and 0; or 0, and the milliseconds to wait. A refused attempt is not counted, so
 * every refunded point is available again.
 */
const consumeScript = `
local free, longest, forget = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local isWindow = longest == 0
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local freeAt = tonumber(redis.call('HGET', KEYS[1], 'freeAt') or 0)
if freeAt > now then return { 0, freeAt - now } end
local taken = redis.call('HINCRBY', KEYS[1], 'taken', 1)
if taken == 1 or not isWindow then redis.call('PEXPIRE', KEYS[1], forget * 1000) end
local wait = 0
if taken >= free then
  wait = isWindow and redis.call('PTTL', KEYS[1]) or math.min(longest, 2 ^ math.min(30, taken - free)) * 1000
end
redis.call('HSET', KEYS[1], 'freeAt', string.format('%d', now + wait))
return { taken, 0 }
`;

/** Refunds one point in one atomic step. The next attempt does not wait. */
const refundScript = `
local taken = tonumber(redis.call('HGET', KEYS[1], 'taken') or 0)
if taken <= 1 then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'taken', taken - 1, 'freeAt', 0)
end
`;

/** Seconds and points, as `consumeScript` describes them. */
interface Rule {
  free: number;
  longest: number;
  forget: number;
}

type RedisWithScripts = Redis & {
  consumePoint(key: string, free: number, longest: number, forget: number): Promise<[consumed: number, waitMs: number]>;
  refundPoint(key: string): Promise<void>;
};

/**
 * Counts on a Redis server that all processes share: exact for any number of processes, by the server's clock. Rejects if the
 * server is unavailable or does not answer within the connection's timeout: see `withLocalFallback`.
 * @param digest replaces each key on the server, because a key may be a user's network
 */
export function redisRateLimiter(client: Redis, digest: (key: string) => string): RateLimiter {
  client.defineCommand("consumePoint", { numberOfKeys: 1, lua: consumeScript });
  client.defineCommand("refundPoint", { numberOfKeys: 1, lua: refundScript });
  const redis = client as RedisWithScripts;

  const rateLimit = (name: string, { free, longest, forget }: Rule): RateLimit => {
    const redisKey = (key: string) => `${prefix}:${name}:${digest(key)}`;
    return {
      async consume(key) {
        const [consumed, waitMs] = await redis.consumePoint(redisKey(key), free, longest, forget);
        return consumed > 0 ? { consumed } : { waitSeconds: Math.ceil(waitMs / 1000) };
      },
      async refund(key) {
        await redis.refundPoint(redisKey(key));
      },
      async reset(key) {
        await redis.del(redisKey(key));
      },
    };
  };

  return {
    window: (name, limit, seconds) => rateLimit(name, { free: limit, longest: 0, forget: seconds }),
    delays: (name, { free, longestSeconds, forgetSeconds }) =>
      rateLimit(name, { free, longest: longestSeconds, forget: forgetSeconds }),
  };
}
