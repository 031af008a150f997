import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["counterfoil-source"] },
  ssr: { resolve: { conditions: ["counterfoil-source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
