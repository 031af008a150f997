/** What the workshops do, by the id that agents send. */
export const SERVICES = ["brake-service", "full-service", "puncture-repair"] as const;
export type Service = (typeof SERVICES)[number];

export const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  "brake-service": "Brake service",
  "full-service": "Full service",
  "puncture-repair": "Puncture repair",
};
