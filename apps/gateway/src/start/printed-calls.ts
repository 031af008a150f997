/** What the printed calls need to work as pasted. */
export interface PrintedCallsParams {
  readonly origin: string;
  /** The file that holds the app key, readable by its owner alone. */
  readonly keyFile: string;
  readonly conversation: string;
  /** A day the service desk can visit on. */
  readonly visitDate: string;
}

/** Ready-to-paste calls; the key is read from its file, so that it shows in no history. */
export function toPrintedCalls({ origin, keyFile, conversation, visitDate }: PrintedCallsParams): readonly string[] {
  const auth = `-H "Authorization: Bearer $(cat '${keyFile}')"`;
  const json = `-H 'Content-Type: application/json'`;
  return [
    "# what this conversation may call, and why not the rest",
    `curl -s ${auth} '${origin}/v1/tools?conversation=${conversation}'`,
    "# read a record, with its evidence",
    `curl -s ${auth} ${json} -d '{"conversation":"${conversation}","tool":"request_list"}' ${origin}/v1/calls`,
    "# change something; paste it twice, and it is recognised by its key",
    `curl -s ${auth} ${json} -H 'Idempotency-Key: paste-${conversation}' -d '{"conversation":"${conversation}","tool":"request_create","arguments":{"category":"plumbing","summary":"The shower is cold.","visit_date":"${visitDate}"}}' ${origin}/v1/calls`,
    "# what is booked (the agent's own words come from the shop)",
    `curl -s ${auth} ${json} -d '{"conversation":"${conversation}","tool":"get_booking"}' ${origin}/v1/calls`,
    "# every intended change and what became of it",
    `curl -s ${auth} '${origin}/v1/operations?limit=5'`,
    "# every route, with its schemas",
    `curl -s ${origin}/openapi.json`,
  ];
}
