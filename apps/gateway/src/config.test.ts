import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("readConfig", () => {
  it("needs nothing", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 7400,
      dataDir: "data",
      adminKey: null,
      allowPrivateOrigins: [],
    });
  });

  it("takes every documented setting", () => {
    const config = readConfig({
      COUNTERFOIL_HOST: "0.0.0.0",
      COUNTERFOIL_PORT: "8123",
      COUNTERFOIL_DATA_DIR: "/var/lib/counterfoil",
      COUNTERFOIL_ADMIN_KEY: "a".repeat(24),
      COUNTERFOIL_MASTER_KEY: "x",
      COUNTERFOIL_ALLOW_PRIVATE_ORIGINS: "10.0.0.0/8, localhost:7411",
    });
    expect(config).toMatchObject({ host: "0.0.0.0", port: 8123, dataDir: "/var/lib/counterfoil", masterKey: "x" });
    expect(config.allowPrivateOrigins).toHaveLength(2);
  });

  it.each([
    ["a port that is none", { COUNTERFOIL_PORT: "74000" }, /COUNTERFOIL_PORT/],
    ["a short admin key", { COUNTERFOIL_ADMIN_KEY: "short" }, /24 visible ASCII/],
    ["a Postgres server", { COUNTERFOIL_DATABASE_URL: "postgres://localhost/x" }, /not supported yet/],
    [
      "a list that cannot be read",
      { COUNTERFOIL_ALLOW_PRIVATE_ORIGINS: "10.0.0.0/99" },
      /COUNTERFOIL_ALLOW_PRIVATE_ORIGINS/,
    ],
    ["a misspelt setting", { COUNTERFOIL_PROT: "7400" }, /COUNTERFOIL_PROT is not a setting/],
  ])("refuses %s, and says what to set", (_title, env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it("tells every fault at once, and shows no secret", () => {
    const env = {
      COUNTERFOIL_PORT: "x",
      COUNTERFOIL_ADMIN_KEY: "CANARY",
      COUNTERFOIL_DATABASE_URL: "postgres://u:CANARY@h/x",
    };
    expect(() => readConfig(env)).toThrow(/PORT[\s\S]*ADMIN_KEY[\s\S]*DATABASE_URL/);
    expect(() => readConfig(env)).not.toThrow(/CANARY/);
  });
});
