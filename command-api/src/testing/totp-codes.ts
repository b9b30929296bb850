import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import QRCode from "qrcode";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepSeconds = 30;

/** RFC 4648, section 6. */
function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** A code by RFC 4226, section 5.3, written here anew: it tests the product's. `steps`: that many after the one at this time. */
export function codeAt(secret: string, at: Date, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 1000 / stepSeconds) + steps));
  const digest = createHmac("sha1", bytesOfBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** A code of none of the five steps around this time. */
export function wrongCode(secret: string, at: Date): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, at, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
}

/** The code that oathtool, of Debian's package of that name, makes at this time; null where it is not installed. */
export function oathtoolCode(secret: string, at: Date): string | null {
  const now = `${at.toISOString().replace("T", " ").slice(0, 19)} UTC`;
  const { status, stdout } = spawnSync("oathtool", ["--totp", "--base32", `--now=${now}`, secret], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : null;
}

/** The image of a text, as a data URL. Made by the library alone, without the code that is tested. */
export const qrCodeOf = (text: string): Promise<string> => QRCode.toDataURL(text);
