/** The pack of the contract's own page (§3.1), whole. */
export const PACK = `domainId: cogwheel-cycles
name: Cogwheel Cycles
languages: [en]
adapter: { origin: http://127.0.0.1:7411, secret: \${COGWHEEL_ADAPTER_SECRET} }   # a reference
partners:
  - { partnerId: riverside, name: Cogwheel Cycles Riverside, timezone: Europe/London }
facts:
  has_open_booking: { type: boolean, default: false }
  open_booking_ref: { type: string }
tools:
  - name: cancel_booking
    description: Cancel the contact's open booking.
    effect: write            # read | write
    timeoutMs: 8000          # 1–10000
    requires: { facts: { has_open_booking: true } }
    sets: { facts: [has_open_booking, open_booking_ref] }
    parameters: { type: object, properties: { reason: { type: string } }, required: [], additionalProperties: false }
  - name: find_slots
    effect: read
    timeoutMs: 5000
    parameters:
      type: object
      properties:
        service: { type: string }
        date: { type: string, format: date }
      required: [service, date]
      additionalProperties: false
`;
