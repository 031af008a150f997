import { isJsonObject, parseJson, REPLY_LIMITS, type JsonObject, type JsonValue } from "counterfoil/core";

/** A few lines over fetch, as any application would write them: the story and its calls go in by the front door. */
export interface ApiClient {
  get(path: string): Promise<ApiAnswer>;
  send(
    method: "POST" | "PUT",
    path: string,
    body: JsonValue,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiAnswer>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

interface ApiRequest {
  readonly method?: "POST" | "PUT";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function createApiClient(origin: string, key: string): ApiClient {
  const request = async (path: string, init: ApiRequest): Promise<ApiAnswer> => {
    const response = await fetch(`${origin}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${key}` },
    });
    const body = parseJson(new Uint8Array(await response.arrayBuffer()), REPLY_LIMITS);
    return { status: response.status, body: body.ok && isJsonObject(body.value) ? body.value : {} };
  };
  return {
    get: (path) => request(path, {}),
    send: (method, path, body, headers = {}) =>
      request(path, {
        method,
        body: JSON.stringify(body),
        headers: { ...headers, "content-type": "application/json" },
      }),
  };
}
