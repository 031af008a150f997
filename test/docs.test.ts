import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { parseManifest, parsePack } from "counterfoil/contracts";
import { type JsonValue, parseClosedSchema } from "counterfoil/core";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const TOKEN = "token-of-the-docs";
const RUN_LIMIT_MS = 20_000;

/** A TypeScript block of a page. */
interface Block {
  readonly file: string;
  readonly source: string;
  /** The `text` block that follows after the word "prints"; undefined where the page shows no output. */
  readonly prints: string | undefined;
}

/** Blocks that name their file in the first line, so that later ones can import it. */
const NAMED_BLOCK = /^```ts\n(\/\/ (\S+\.ts)\n[\s\S]*?)^```\n(?:\nprints\n\n```text\n([\s\S]*?)^```\n)?/gm;
const README_BLOCK = /<!-- example: (\S+) -->\n```ts\n([\s\S]*?)^```/gm;

const DOCS = join(ROOT, "docs");
const sdkPage = readPage("adapter-sdk.md");
const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const blocks: readonly Block[] = [
  ...Array.from(sdkPage.matchAll(NAMED_BLOCK), ([, source = "", file = "", prints]) => ({ file, source, prints })),
  ...Array.from(readme.matchAll(README_BLOCK), ([, name = "", source = ""]) => {
    return { file: `readme-${name}.ts`, source, prints: undefined };
  }),
];

// Inside the repository, so that the blocks find the library and its peers as any test does.
const folder = mkdtempSync(join(import.meta.dirname, "docs-"));
for (const { file, source } of blocks) writeFileSync(join(folder, file), source);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the TypeScript of the docs", () => {
  it("is found to the last block", () => {
    expect(blocks).toHaveLength([...sdkPage.matchAll(/^```ts$/gm), ...readme.matchAll(/^```ts$/gm)].length);
    expect(blocks.map(({ file }) => file)).toContain("readme-adapter.ts");
  });

  it("has no type error", { timeout: 60_000 }, () => {
    const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, ROOT);
    const files = blocks.map(({ file }) => join(folder, file));
    const program = ts.createProgram(files, options);
    const faults = files.flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)));
    const told = faults.map(({ file, messageText }) => {
      return `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
    expect(told).toEqual([]);
  });

  it.each(blocks.filter(isProgram))("$file runs, and prints what the page says", async (block) => {
    const child = start(block.file);
    const [out, err, [code]] = await Promise.all([readAll(child.stdout), readAll(child.stderr), once(child, "exit")]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(block.prints ?? "");
  });

  it.each(blocks.filter(({ source }) => serves(source)))("$file serves its manifest", async ({ file, source }) => {
    const port = await freePort();
    writeFileSync(join(folder, file), source.replace("port: 7420", `port: ${port}`));
    const child = start(file);
    try {
      const manifest = await fetchWhenUp(`http://127.0.0.1:${port}/.well-known/agent-provider`, child);
      expect(manifest).toMatchObject({ protocol_version: "1", contract_version: "2026-09-01" });
    } finally {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
  });
});

describe("the documents of the docs", () => {
  it("hold a manifest without a fault", () => {
    const manifest = parseManifest(new TextEncoder().encode(firstBlock("provider-contract.md", "json")));
    expect(manifest).toMatchObject({ ok: true, value: { quarantined: [], warnings: [] } });
  });

  it("hold a pack without a fault", () => {
    const pack = parsePack(firstBlock("domain-pack-contract.md", "yaml"));
    expect(pack).toMatchObject({ ok: true, value: { quarantined: [], warnings: [] } });
  });

  it("hold a schema of the closed subset", () => {
    const [, schema = ""] =
      /^```json\n(\{\n {2}"type": "object"[\s\S]*?)^```$/m.exec(readPage("json-and-schemas.md")) ?? [];
    const document: JsonValue = JSON.parse(schema);
    expect(parseClosedSchema(document)).toMatchObject({ ok: true });
  });

  it("hold the fingerprint of the canonical form beside it", () => {
    const form = firstBlock("provider-contract.md", "text").trimEnd();
    const digest = createHash("sha256").update(form).digest("base64");
    expect(readPage("provider-contract.md")).toContain(`gives \`v1=:${digest}:\``);
  });

  it.each(readdirSync(DOCS))("%s links to what is there", (page) => {
    const links = Array.from(readPage(page).matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g), ([, path, heading]) => {
      const file = path ? resolve(DOCS, path) : join(DOCS, page);
      const isThere =
        existsSync(file) && (heading === undefined || toAnchors(readFileSync(file, "utf8")).includes(heading));
      return { path, heading, isThere };
    });
    expect(links.filter(({ isThere }) => !isThere)).toEqual([]);
  });
});

function readPage(name: string): string {
  return readFileSync(join(DOCS, name), "utf8");
}

function firstBlock(page: string, language: string): string {
  return new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(readPage(page))?.[1] ?? "";
}

/** The names under which the headings of a page are linked to. */
function toAnchors(markdown: string): readonly string[] {
  return Array.from(markdown.matchAll(/^#+ (.*)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** Whether a block is run for itself; the others are served, or run when they are imported. */
function isProgram({ file, source }: Block): boolean {
  return !serves(source) && !blocks.some((other) => other.source.includes(`from "./${file}"`));
}

function serves(source: string): boolean {
  return source.includes("await serve(");
}

function start(file: string): ChildProcess {
  return spawn(process.execPath, ["--conditions=counterfoil-source", "--import", "tsx", file], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PROVIDER_TOKEN: TOKEN, ADAPTER_SECRET: "secret-of-the-docs" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: RUN_LIMIT_MS,
  });
}

async function readAll(stream: ChildProcess["stdout"]): Promise<string> {
  return stream === null ? "" : text(stream);
}

async function fetchWhenUp(url: string, child: ChildProcess): Promise<unknown> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(url, { headers }).catch(() => null);
    if (response !== null) return response.json();
    await setTimeout(50);
  }
  throw new Error("the block ended before it served anything");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
