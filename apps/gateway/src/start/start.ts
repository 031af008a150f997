import { createWriteStream } from "node:fs";
import { SetupError } from "counterfoil/core";
import { createGateway } from "../create-gateway.ts";
import type { Config } from "../config.ts";
import type { Gateway } from "../gateway.ts";
import { createHttpServer } from "../inbound/http/server.ts";
import type { App } from "../inbound/http/app.ts";
import { recoverAbandoned } from "../recover.ts";
import { parseAllowList, type AllowList } from "../outbound/allow-list.ts";
import { toErrorCode } from "../outbound/delivery.ts";
import { loadMasterKey } from "../secrets/master-key.ts";
import { systemRandom } from "../secrets/random.ts";
import { lockDataFolder, type FolderLock } from "../store/lock.ts";
import { openSqliteStore } from "../store/create-store.ts";
import { createWorkspace } from "../workspaces.ts";
import { createApiClient } from "./api-client.ts";
import { openDataFolder, type DataFolder } from "./data-folder.ts";
import { startExamples } from "./examples.ts";
import type { ExampleProcess } from "./example-process.ts";
import { toPrintedCalls } from "./printed-calls.ts";
import { tellStory, toVisitDate } from "./story.ts";

export interface StartOptions {
  readonly examples: boolean;
  readonly tell: (line: string) => void;
}

export interface RunningGateway {
  readonly origin: string;
  readonly gateway: Gateway;
  /** Lets calls under way settle, then closes everything. */
  stop(): Promise<void>;
}

const SHUTDOWN_LIMIT_MS = 12_000;
/** With the examples the terminal belongs to the story. */
const LOG_FILE = "gateway.log";
const WORKSPACE_FILE = "workspace.id";
const APP_KEY_FILE = "app.key";
const ADMIN_KEY_FILE = "workspace-admin.key";
const INSTANCE_KEY_FILE = "instance-admin.key";

/** Opens everything, serves, and tells how to go on. Throws a SetupError in words for whoever starts it. */
export async function start(config: Config, { examples, tell }: StartOptions): Promise<RunningGateway> {
  const folder = openDataFolder(config.dataDir);
  const lock = lockDataFolder(folder.path);
  const masterKey = loadMasterKey({
    encoded: config.masterKey ?? undefined,
    dataFolder: folder.path,
    random: systemRandom,
  });
  const store = await openSqliteStore({ file: folder.file("counterfoil.sqlite") });
  const gateway = createGateway({
    store,
    masterKey,
    allowPrivateOrigins: examples
      ? [...config.allowPrivateOrigins, ...allowExamples(config)]
      : config.allowPrivateOrigins,
    logSink: examples ? createWriteStream(folder.file(LOG_FILE), { flags: "a", mode: 0o600 }) : process.stderr,
    clock: () => new Date(),
    random: systemRandom,
  });
  const recovered = await recoverAbandoned(gateway);
  if (recovered > 0)
    tell(`${recovered} call(s) were under way when the gateway last stopped; they are unknown now, and told as that.`);
  const adminKey = config.adminKey ?? folder.secret(INSTANCE_KEY_FILE, systemRandom);
  const app = await createHttpServer(gateway, { adminKey });
  const running = { app, gateway, lock, tell };
  try {
    const origin = await listen(app, config);
    tell(`Counterfoil listens on ${origin}; everything it keeps is in ${folder.path}`);
    const workspace = await openFirstWorkspace(gateway, folder, tell);
    const processes = examples ? await showExamples({ config, folder, gateway, workspace, origin, tell }) : [];
    tell("Running. Ctrl-C stops it; the data stays.");
    return { origin, gateway, stop: () => stop({ ...running, processes }) };
  } catch (error) {
    await stop({ ...running, processes: [] });
    throw error;
  }
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    throw new SetupError(
      `The gateway cannot listen on ${host}, port ${port} (${toErrorCode(cause)}). Stop what uses it, or choose others with COUNTERFOIL_HOST and COUNTERFOIL_PORT.`,
      { cause },
    );
  }
}

/** The examples live on this machine, which no adapter may unless it is allowed. */
function allowExamples({ examplePorts }: Config): AllowList {
  const list = parseAllowList(
    Object.values(examplePorts)
      .map((port) => `127.0.0.1:${port}`)
      .join(" "),
  );
  return list.ok ? list.value : [];
}

interface StopParams {
  readonly app: App;
  readonly gateway: Gateway;
  readonly processes: readonly ExampleProcess[];
  readonly lock: FolderLock;
  readonly tell: (line: string) => void;
}

/** Takes no new calls, lets those under way settle, and closes in the order in which things lean on each other. */
async function stop({ app, gateway, processes, lock, tell }: StopParams): Promise<void> {
  tell("Stopping: calls under way are let settle.");
  await app.close();
  await gateway.running.idle(SHUTDOWN_LIMIT_MS);
  await gateway.client.close();
  await Promise.all(processes.map((example) => example.stop()));
  await gateway.store.close();
  lock.release();
  tell("Stopped.");
}

interface FirstWorkspace {
  readonly id: string;
  readonly appKeyFile: string;
}

/** The workspace of the first start, with an admin and an app key in files of their own; keys are printed this once. */
async function openFirstWorkspace(
  gateway: Gateway,
  folder: DataFolder,
  tell: (line: string) => void,
): Promise<FirstWorkspace> {
  const appKeyFile = folder.file(APP_KEY_FILE);
  const known = folder.readSecret(WORKSPACE_FILE);
  if (known !== null) return { id: known, appKeyFile };
  const { workspace, adminKey } = await createWorkspace(gateway, "default");
  const appKey = await gateway.keys.create(workspace.id, { name: "first app", scope: "app" });
  folder.writeSecret(ADMIN_KEY_FILE, adminKey.key);
  folder.writeSecret(APP_KEY_FILE, appKey.key);
  folder.writeSecret(WORKSPACE_FILE, workspace.id);
  tell(
    `Workspace ${workspace.id} was made, with two keys. They are shown this once, and kept in files only you can read:`,
  );
  tell(`  admin ${adminKey.key}  (${folder.file(ADMIN_KEY_FILE)})`);
  tell(`  app   ${appKey.key}  (${appKeyFile})`);
  return { id: workspace.id, appKeyFile };
}

interface ShowParams {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly gateway: Gateway;
  readonly workspace: FirstWorkspace;
  readonly origin: string;
  readonly tell: (line: string) => void;
}

async function showExamples(params: ShowParams): Promise<readonly ExampleProcess[]> {
  const { config, folder, gateway, workspace, origin, tell } = params;
  const processes = await startExamples({ folder, gateway, workspaceId: workspace.id, ...config.examplePorts });
  for (const { name, origin: at } of processes) tell(`Example adapter ${name} runs on ${at}`);
  tell("");
  const key = folder.readSecret(APP_KEY_FILE) ?? "";
  const id = gateway.ids("call").slice(-10).toLowerCase();
  const contact = { conversation: `story-${id}`, phone: toFreshPhone(gateway) };
  await tellStory({ api: createApiClient(origin, key), contact, now: gateway.clock(), tell });
  tell("Calls to paste:");
  const visitDate = toVisitDate(gateway.clock());
  const { conversation } = contact;
  const calls = toPrintedCalls({ origin, keyFile: workspace.appKeyFile, conversation, visitDate });
  for (const line of calls) tell(`  ${line}`);
  return processes;
}

/** A number of the range that is kept free for stories (555-01xx would soon be used up). */
function toFreshPhone(gateway: Gateway): string {
  const [high = 0, middle = 0, low = 0] = gateway.random(3);
  return `1202${String(high * 65_536 + middle * 256 + low)
    .padStart(8, "0")
    .slice(-7)}`;
}
