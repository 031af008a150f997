import { pathToFileURL } from "node:url";

// Runs an example that ends with the gateway that started it, however that ended: the channel between the two closes with it.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// The channel alone is no reason to go on: an example that cannot start ends at once.
process.channel?.unref();

const [entry = ""] = process.argv.slice(2);
await import(pathToFileURL(entry).href);
