/** The minimal read-only manifest of the documentation ("Describe the available tools"), as it stands there. */
export const MINIMAL_MANIFEST = {
  protocol_version: "1",
  contract_version: "2026-09-01",
  capabilities: ["read"],
  languages: ["en", "ar"],
  tools: [
    {
      name: "request.status",
      mutating: false,
      produces_evidence: ["entity", "value"],
      timeout_ms: 5000,
      parameters: {
        type: "object",
        properties: { reference: { type: "string", minLength: 1, maxLength: 100 } },
        required: ["reference"],
        additionalProperties: false,
      },
    },
  ],
};
