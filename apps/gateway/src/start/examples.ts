import { readFileSync } from "node:fs";
import { connect } from "../connections.ts";
import type { Gateway } from "../gateway.ts";
import type { DataFolder } from "./data-folder.ts";
import { startExample, type ExampleProcess } from "./example-process.ts";

/** The two example adapters of the repository, their ports and their secrets. */
export interface ExampleParams {
  readonly folder: DataFolder;
  readonly gateway: Gateway;
  readonly workspaceId: string;
  readonly cogwheelPort: number;
  readonly deskPort: number;
}

const PACK = new URL("../../../../examples/cogwheel-cycles/pack.yaml", import.meta.url);
const PACK_ORIGIN = "http://127.0.0.1:7411";

/** Starts both examples and connects them where they are not connected yet. */
export async function startExamples(params: ExampleParams): Promise<readonly ExampleProcess[]> {
  const { folder, gateway, cogwheelPort, deskPort } = params;
  const cogwheelSecret = folder.secret("cogwheel-adapter.secret", gateway.random);
  const deskToken = folder.secret("service-desk.token", gateway.random);
  const starts = await Promise.allSettled([
    startExample({
      name: "cogwheel-cycles",
      entry: "examples/cogwheel-cycles/typescript/src/main.ts",
      port: cogwheelPort,
      env: {
        COGWHEEL_PORT: String(cogwheelPort),
        COGWHEEL_ADAPTER_SECRET: cogwheelSecret,
        COGWHEEL_DATA_DIR: folder.file("cogwheel-cycles"),
      },
    }),
    startExample({
      name: "service-desk",
      entry: "examples/service-desk/src/main.ts",
      port: deskPort,
      env: {
        SERVICE_DESK_PORT: String(deskPort),
        SERVICE_DESK_TOKEN: deskToken,
        SERVICE_DESK_DATA_DIR: folder.file("service-desk"),
      },
    }),
  ]);
  const examples = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const failure = starts.find((start) => start.status === "rejected");
  if (failure !== undefined) {
    await Promise.all(examples.map((example) => example.stop()));
    throw failure.reason;
  }
  await connectMissing(params, cogwheelSecret, deskToken);
  return examples;
}

async function connectMissing(params: ExampleParams, cogwheelSecret: string, deskToken: string): Promise<void> {
  const { gateway, workspaceId, cogwheelPort, deskPort } = params;
  const pack = readFileSync(PACK, "utf8").replace(PACK_ORIGIN, `http://127.0.0.1:${cogwheelPort}`);
  const wanted = [
    { name: "cogwheel-cycles", contract: "domain-pack" as const, origin: null, credential: cogwheelSecret, pack },
    {
      name: "service-desk",
      contract: "provider" as const,
      origin: `http://127.0.0.1:${deskPort}`,
      credential: deskToken,
      pack: null,
    },
  ];
  for (const connection of wanted) {
    const existing = await gateway.store.connections.findByName(workspaceId, connection.name);
    if (existing === null) await connect(gateway, workspaceId, connection);
  }
}
