// Runs before the compile cache is enabled, so it is JavaScript.
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it. Node's own `recursive` tries for ever where a file system takes no folders, such as /proc.
 * @param {string} path absolute
 * @returns {void}
 */
export function makeFolder(path) {
  const missing = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) makeOne(folder);
}

/** @param {string} folder */
function makeOne(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    // Another process was faster.
    if (code === "EEXIST") return;
    throw code === "ENOENT" ? new Error(`no folder can be made in ${dirname(folder)}`) : new Error(message);
  }
}
