/** The middle of the values; NaN where there are none. */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[Math.floor(middle)];
}

/** One rate over another, taken within each round, so that a slow moment of the machine falls on both. */
export function toRatio(over, under) {
  const rounds = divide(over.rates, under.rates);
  const spread = { median: median(rounds), min: Math.min(...rounds), max: Math.max(...rounds) };
  return { name: `${over.name} ÷ ${under.name}`, ...spread, rounds };
}

/** The ratio of rates, with that of the processor time per call: the steadier of the two where others use the machine, too. */
export function toLoadRatio(over, under) {
  return { ...toRatio(over, under), cpu: median(divide(over.cpuUs, under.cpuUs)) };
}

function divide(over, under) {
  return over.map((value, round) => value / under[round]);
}

export function toSummary({ name, rates, latenciesMs, cpuUs, rssMib }) {
  const sorted = Float64Array.from(latenciesMs).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return {
    name,
    callsPerSecond: median(rates),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuUsPerCall: median(cpuUs),
    rssMib: median(rssMib),
    rates,
  };
}

const LEGEND = [
  "pass-through    node:http that forwards each call with undici's Pool.request, and does nothing else",
  "gateway read    POST /v1/calls of a reading tool: checked, answered with evidence, recorded durably",
  "gateway change  the same of a mutating tool, each with a key of its own: durable before it is sent, and again when it is settled",
  "MCP SDK v1      the TypeScript SDK's server, Streamable HTTP without sessions, JSON replies, one tool that makes the same call",
  "All call the same stub, which answers at once. CPU and memory are the server's own; load, stub and server share the cores.",
];

export function print({ machine, seconds, rounds, load, storage }) {
  LEGEND.forEach(write);
  write(`${machine.cores} cores of ${machine.processor}, Node ${machine.node}; ${rounds} rounds of ${seconds} s each`);
  for (const { connections, series, ratios } of load) {
    write(`\n${connections} call${connections === 1 ? "" : "s"} at a time`);
    printTable(["", "calls/s", "p50 ms", "p99 ms", "CPU µs/call", "RSS MiB"], series.map(toSeriesRow));
    printTable(["", "calls/s ratio", "lowest", "highest", "CPU/call ratio"], ratios.map(toLoadRatioRow));
  }
  write("\nstorage: SQLite, synchronous=FULL, units of one row");
  printTable(
    ["", "units/s"],
    storage.series.map((one) => [one.name, one.unitsPerSecond.toFixed(0)]),
  );
  printTable(["", "units/s ratio", "lowest", "highest"], [toRatioRow(storage.ratio)]);
}

function toSeriesRow({ name, callsPerSecond, p50Ms, p99Ms, cpuUsPerCall, rssMib }) {
  const numbers = [callsPerSecond.toFixed(0), p50Ms.toFixed(2), p99Ms.toFixed(2)];
  return [name, ...numbers, ...[cpuUsPerCall, rssMib].map((value) => (Number.isNaN(value) ? "–" : value.toFixed(0)))];
}

function toRatioRow({ name, median: middle, min, max }) {
  return [name, ...[middle, min, max].map((value) => value.toFixed(3))];
}

function toLoadRatioRow(ratio) {
  return [...toRatioRow(ratio), Number.isNaN(ratio.cpu) ? "–" : ratio.cpu.toFixed(1)];
}

function printTable(head, rows) {
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])));
    write(`  ${cells.join("  ")}`);
  }
}

function write(line) {
  process.stdout.write(`${line}\n`);
}
