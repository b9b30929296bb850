import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "../server/listen.ts";
import type { TrafficLimits } from "../server/traffic-limits.ts";
import { logLines } from "./serve.ts";

/** Serves a handler under these limits until the test ends. */
export const serveLimited = async (handler: RequestListener, trafficLimits: Partial<TrafficLimits> = {}) => {
  const { log, lines } = logLines();
  const drainTimes = { idleCheckMs: 5, silenceMs: 30 };
  const server = await listen(handler, { host: "127.0.0.1", port: 0, drainMs: 100, drainTimes, trafficLimits, log });
  onTestFinished(() => server.drain());
  return { port: server.port, messages: () => lines.map((line) => JSON.parse(line).msg) };
};

export const get = (path: string | number) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
export const lastGet = (path: string | number) => `GET /${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
/** Requests of /0, /1 and so on, in one text. */
export const pipelined = (count: number) => [...Array(count - 1).keys()].map(get).join("") + lastGet(count - 1);

/** A client that sends and never reads. */
export const sender = async (port: number, bytes: string): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
};
