import { Type } from "typebox";
import type { Gateway } from "../../../gateway.ts";
import type { App } from "../app.ts";
import { answers, closed } from "../schemas/common.ts";

const Health = closed({ status: Type.Literal("ok") });

export function registerHealthRoutes(app: App, gateway: Gateway): void {
  app.get("/healthz", { config: { access: "public" }, schema: { response: answers({ 200: Health }) } }, async () => ({
    status: "ok" as const,
  }));

  app.get("/readyz", { config: { access: "public" }, schema: { response: answers({ 200: Health }) } }, async () => {
    await gateway.store.checkWritable();
    return { status: "ok" as const };
  });

  app.get("/openapi.json", { config: { access: "public" }, schema: { hide: true } }, async () => app.swagger());
}
