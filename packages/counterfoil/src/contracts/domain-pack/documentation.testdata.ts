/** The request and the envelopes of the documentation ("Executing tools"), as they stand there. */
export const REQUEST = `{
"toolName": "find_slots",
"parameters": { "service": "brake-service", "date": "2026-11-09" },
"context": {
"domainId": "cogwheel-cycles",
"partnerId": "riverside",
"sessionId": "8a41c2e0",
"phone": "12025550142",
"countryCode": "1",
"language": "en"
}
}`;

export const SUCCESS = `{
  "data": {
    "isError": false,
    "content": "3 free slot(s) on 2026-11-09. Offer these times; book only a slot_id from this list.",
    "data": {
      "service": "brake-service",
      "slots": [
        { "slot_id": "rv-20261109-0930", "date": "2026-11-09", "time": "09:30" },
        { "slot_id": "rv-20261109-1100", "date": "2026-11-09", "time": "11:00" },
        { "slot_id": "rv-20261109-1530", "date": "2026-11-09", "time": "15:30" }
      ]
    }
  }
}`;

export const STORE = `{
  "data": {
    "isError": false,
    "content": "Booked: Brake service on 2026-11-09 at 11:00, Cogwheel Cycles Riverside, reference CW-1000.",
    "store": {
      "isTemporary": false,
      "storeKey": "riverside/12025550142",
      "data": [
        { "key": "registered_user", "value": "- **CONTACT_NAME**: Sam Rider" },
        { "key": "open_booking", "value": "- **OPEN_BOOKING**: Brake service on 2026-11-09 at 11:00, reference CW-1000" }
      ],
      "facts": { "has_open_booking": true, "open_booking_ref": "CW-1000" }
    },
    "data": { "booking_ref": "CW-1000", "date": "2026-11-09", "time": "11:00" }
  }
}`;

export const ERROR = `{
  "data": {
    "isError": true,
    "content": {
      "errorCategory": "business",
      "isRetryable": false,
      "message": "Cogwheel Cycles Old Town is closed on 2026-11-09. It is open Tuesday to Saturday, 10:00 to 19:00.",
      "attempted_query": "service=brake-service; date=2026-11-09",
      "partial_results": { "nextOpenDay": "2026-11-10", "slots": [] }
    }
  }
}`;
