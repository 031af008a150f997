// Measures the shipped gateway against its peers: `npm run bench -- [--seconds 3] [--rounds 5]`. Figures of one machine compare with each
// other alone, so what counts are the ratios: each is taken within a round, between neighbours in time.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import Sqlite from "better-sqlite3";
import { drive, renderRequest } from "./load.mjs";
import { median, print, toLoadRatio, toRatio, toSummary } from "./report.mjs";
import { readUsage, startGateway, startPeer } from "./servers.mjs";

const CONNECTIONS = [64, 1];
const RATIOS = [
  ["gateway read", "pass-through"],
  ["gateway change", "pass-through"],
  ["gateway change", "gateway read"],
  ["gateway read", "MCP SDK v1"],
];
const GROUP = 64;
const UNIT_BYTES = 1024;

const { seconds, rounds } = readFlags();
// Beside the code: the folder for temporary files may be in memory, where syncing costs nothing.
const data = join(import.meta.dirname, "data");
mkdirSync(data, { recursive: true });
const folder = mkdtempSync(join(data, "run-"));
const servers = [];
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => (interrupted = true));

try {
  const load = await measureLoad();
  const machine = { processor: cpus()[0].model, cores: cpus().length, node: process.versions.node };
  const results = { at: new Date().toISOString(), machine, seconds, rounds, load, storage: await measureStorage() };
  writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  print(results);
} finally {
  for (const server of servers.toReversed()) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function readFlags() {
  const { values } = parseArgs({
    options: { seconds: { type: "string", default: "3" }, rounds: { type: "string", default: "5" } },
  });
  const flags = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  if (flags.seconds > 0 && Number.isInteger(flags.rounds) && flags.rounds > 0) return flags;
  throw new Error("--seconds takes a positive number, --rounds a positive integer.");
}

async function measureLoad() {
  const start = async (starting) => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  const upstream = await start(startPeer("upstream", folder));
  const passThrough = await start(startPeer("pass-through", folder, upstream.origin));
  const mcp = await start(startPeer("mcp", folder, upstream.origin));
  const gateway = await start(startGateway(folder, upstream.origin));
  const series = toSeries({ passThrough, mcp, gateway });
  const load = [];
  for (const connections of CONNECTIONS) {
    const samples = await measureRounds(series, connections);
    const find = (name) => samples.find((sample) => sample.name === name);
    const ratios = RATIOS.map(([over, under]) => toLoadRatio(find(over), find(under)));
    load.push({ connections, series: samples.map(toSummary), ratios });
  }
  await requireTruth(upstream, series);
  return load;
}

/** Every call has arguments of its own, so that no two of them are the same change. */
function toSeries({ passThrough, mcp, gateway }) {
  const authorization = `Bearer ${gateway.key}`;
  const toArguments = (call) => ({ reference: `R-${call}`, quantity: 1 });
  const toCall = (tool, call) => JSON.stringify({ conversation: "bench", tool, arguments: toArguments(call) });
  const toMcpCall = (call) => {
    const params = { name: "thing_read", arguments: toArguments(call) };
    return JSON.stringify({ jsonrpc: "2.0", id: call, method: "tools/call", params });
  };
  return [
    {
      name: "pass-through",
      server: passThrough,
      expected: '"status":"succeeded"',
      toRequest: (call) => renderRequest("/tools/thing.read", { authorization }, toCall("thing_read", call)),
    },
    {
      name: "gateway read",
      server: gateway,
      expected: '"outcome":"succeeded"',
      toRequest: (call) => renderRequest("/v1/calls", { authorization }, toCall("thing_read", call)),
    },
    {
      name: "gateway change",
      server: gateway,
      expected: '"outcome":"succeeded","replayed":false',
      toRequest: (call) =>
        renderRequest("/v1/calls", { authorization, "idempotency-key": `key-${call}` }, toCall("thing_change", call)),
    },
    {
      name: "MCP SDK v1",
      server: mcp,
      expected: '"text":"Here it is."',
      toRequest: (call) =>
        renderRequest("/mcp", { authorization, accept: "application/json, text/event-stream" }, toMcpCall(call)),
    },
  ].map((one) => ({ ...one, calls: 0 }));
}

/** Round by round, each series once; the first round warms everything up and does not count. */
async function measureRounds(series, connections) {
  const samples = series.map(({ name }) => ({ name, rates: [], latenciesMs: [], cpuUs: [], rssMib: [] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, one] of series.entries()) {
      const measured = await measure(one, connections);
      if (round === 0) continue;
      const sample = samples[place];
      sample.rates.push(measured.rate);
      sample.latenciesMs = sample.latenciesMs.concat(measured.latenciesMs);
      if (measured.cpuUs !== null) sample.cpuUs.push(measured.cpuUs);
      if (measured.rssMib !== null) sample.rssMib.push(measured.rssMib);
    }
  }
  return samples;
}

async function measure(one, connections) {
  await stopIfInterrupted();
  const { server, expected } = one;
  const toRequest = () => one.toRequest((one.calls += 1));
  const before = readUsage(server);
  const driven = await drive({ origin: server.origin, toRequest, expected, connections, seconds });
  const after = readUsage(server);
  const { calls, elapsedMs, latenciesMs } = driven;
  const known = before !== null && after !== null;
  return {
    rate: (calls * 1000) / elapsedMs,
    latenciesMs,
    cpuUs: known ? (after.cpuUs - before.cpuUs) / calls : null,
    rssMib: known ? after.rssMib : null,
  };
}

async function stopIfInterrupted() {
  await setImmediate();
  if (interrupted) throw new Error("The run was interrupted; nothing was written.");
}

/** The upstream has seen exactly what was asked for: nothing was answered from a cache, dropped, or sent twice. */
async function requireTruth(upstream, series) {
  const seen = await (await fetch(`${upstream.origin}/counts`)).json();
  const changes = series.find(({ name }) => name === "gateway change").calls;
  const reads = series.reduce((sum, { calls }) => sum + calls, -changes);
  if (seen.reads === reads && seen.changes === changes && seen.operations === changes) return;
  throw new Error(`Asked for ${reads} reads and ${changes} changes, but the upstream saw ${JSON.stringify(seen)}.`);
}

/** Units of one row in a file opened as the gateway's store opens its own: each in a commit by itself, or many in one. */
async function measureStorage() {
  const sqlite = new Sqlite(join(folder, "storage.sqlite"));
  sqlite.pragma("journal_mode = wal");
  sqlite.pragma("synchronous = full");
  sqlite.exec("CREATE TABLE unit (id INTEGER PRIMARY KEY, body BLOB NOT NULL)");
  const insert = sqlite.prepare("INSERT INTO unit (body) VALUES (?)");
  const body = Buffer.alloc(UNIT_BYTES, "x");
  const commit = sqlite.transaction((units) => {
    for (let unit = 0; unit < units; unit += 1) insert.run(body);
  });
  const samples = [
    { name: "one by one", units: 1, rates: [] },
    { name: `grouped by ${GROUP}`, units: GROUP, rates: [] },
  ];
  for (let round = 0; round <= rounds; round += 1) {
    for (const { units, rates } of samples) {
      await stopIfInterrupted();
      const rate = repeat(units, commit);
      if (round > 0) rates.push(rate);
    }
  }
  sqlite.close();
  const series = samples.map(({ name, rates }) => ({ name, unitsPerSecond: median(rates), rates }));
  return { series, ratio: toRatio(samples[0], samples[1]) };
}

function repeat(units, commit) {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() < startedAt + seconds * 1000) {
    commit(units);
    done += units;
  }
  return (done * 1000) / (performance.now() - startedAt);
}
