/** What the workshops do, by the id that agents send. */
export const SERVICES = {
  "brake-service": "Brake service",
  "full-service": "Full service",
  "puncture-repair": "Puncture repair",
} as const;

export type Service = keyof typeof SERVICES;

export const SERVICE_IDS = ["brake-service", "full-service", "puncture-repair"] as const satisfies readonly Service[];
