/** What `npm start` runs, with cheap password hashing; `startStack` starts it. */
process.umask(0o077);
process.env.UV_THREADPOOL_SIZE ??= "2";

const { start } = await import("@attestory/standalone/start.ts");
const { builtWebApp } = await import("@attestory/standalone/web-build.ts");
const { cheapPasswords } = await import("./cheap-passwords.ts");
await start(process.env, builtWebApp, { passwordCost: cheapPasswords });
