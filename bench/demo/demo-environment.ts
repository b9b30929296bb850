/**
 * The settings of the demo. Of the user's own ones it takes only how it logs: a mail server, a folder of backups or a master key belong to
 * another service.
 */
export function demoEnvironment(
  { NODE_ENV, LOG_FORMAT, LOG_LEVEL = "warn" }: NodeJS.ProcessEnv,
  { folder, port }: { folder: string; port: string },
): { refused: string } | { environment: NodeJS.ProcessEnv } {
  if (NODE_ENV === "production") {
    return { refused: "NODE_ENV is production: the demo does not run there, because its passwords are public" };
  }
  const logging = { LOG_LEVEL, ...(LOG_FORMAT !== undefined && { LOG_FORMAT }) };
  return { environment: { DATA_DIR: folder, PORT: port, ...logging } };
}
