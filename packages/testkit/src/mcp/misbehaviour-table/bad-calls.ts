import { namedFault, type MisbehaviourRow } from './misbehaviour-row.ts'

const passedOver = 'The call gets its correct response; the rest is passed over and noted'
const refusedWhole =
  'The call fails at once and says what was refused, where it stands and how much is allowed'

/** Faults of tool calls. Ids are the names of the hostile server's tools. */
export const badCallRows = [
  {
    id: 'responds-out-of-order',
    does: 'responds to two calls in reverse order',
    outcome: 'Each call gets its own response',
  },
  {
    id: 'responds-twice',
    does: 'responds to a call twice',
    outcome: 'The first response counts; the second is noted in the log',
  },
  {
    id: 'responds-with-unknown-ids',
    does: 'sends responses to requests that nobody made',
    outcome: passedOver,
  },
  { id: 'responds-with-huge-ids', does: 'responds with huge ids', outcome: passedOver },
  {
    id: 'responds-with-ids-of-wrong-type',
    does: 'responds with ids that are neither text nor a whole number',
    outcome: passedOver,
  },
  {
    id: 'responds-with-result-and-error',
    does: 'responds with a result and an error at once',
    outcome: namedFault,
  },
  {
    id: 'responds-with-neither',
    does: 'responds with neither a result nor an error',
    outcome: namedFault,
  },
  {
    id: 'responds-with-malformed-error',
    does: 'responds with an error that is only a text',
    outcome: 'The call fails with that text as the words of the server',
  },
  {
    id: 'sends-broken-utf-8',
    does: 'sends bytes that are not UTF-8 within a text',
    outcome: 'The call gets its response, with replacement characters for the broken bytes',
  },
  {
    id: 'sends-50-megabytes-in-a-line',
    does: 'responds with one line of 50 MB',
    outcome: 'Read past; the call fails and says how large the response is and how much is read',
  },
  {
    id: 'sends-a-result-of-16-megabytes',
    does: 'responds with a result of 16 MB',
    outcome: 'The response arrives whole; its frame keeps the first 16 KB',
  },
  {
    id: 'sends-half-a-message',
    does: 'sends half a response and then nothing',
    outcome: 'The call ends at its time limit; the next call gets its response',
  },
  {
    id: 'changes-its-tools-meanwhile',
    does: 'changes its tools while a call runs',
    outcome: 'The new list arrives while the call goes on; the call gets its response',
  },
  {
    id: 'asks-for-undeclared-capabilities',
    does: 'asks for capabilities that were not declared to it',
    outcome:
      'Refused without asking anybody: as an unknown method in the legacy era, by failing the call in the modern one',
  },
  {
    id: 'sends-requests-in-the-modern-era',
    does: 'sends requests of its own where the revision has none',
    outcome: 'Ignored, as the revision demands; noted; the call gets its response',
    eras: ['modern'],
  },
  {
    id: 'floods-with-notifications',
    does: 'sends 10,000 notifications a second',
    outcome:
      'The call and all other servers go on; at most 200 log messages and ten progress reports a second pass, and the log says that more came',
  },
  {
    id: 'ignores-cancel',
    does: 'goes on after a cancelled call and responds late',
    outcome: 'The call ends at once for the person; the late response is dropped',
  },
  {
    id: 'sends-progress-for-unknown-tokens',
    does: 'sends progress for tokens that nobody gave out',
    outcome: 'Passed over and noted; the call gets its response and no foreign progress',
  },
  {
    id: 'sends-progress-backwards',
    does: 'sends progress that goes back or is not a number',
    outcome: 'Only progress that grows is shown',
  },
  {
    id: 'responds-100000-levels-deep',
    does: 'responds with JSON that nests 100,000 levels deep',
    outcome: refusedWhole,
  },
  {
    id: 'responds-with-5000000-empty-objects',
    does: 'responds with 15 MB of empty objects',
    outcome: refusedWhole,
  },
  {
    id: 'responds-with-50000-blocks',
    does: 'responds with 50,000 small blocks of content',
    outcome: refusedWhole,
  },
  {
    id: 'responds-with-2000-blocks',
    does: 'responds with 2,000 small blocks of content',
    outcome: 'The first 500 are used; a text after them says how many were left out',
  },
  {
    id: 'responds-with-hidden-key',
    does: 'responds with a key "__proto__", also in disguise',
    outcome: refusedWhole,
  },
  {
    id: 'strays-100000-levels-deep',
    does: 'sends deep JSON that nobody asked for',
    outcome: passedOver,
  },
  {
    id: 'promises-a-pattern-without-end',
    does: 'promises output by a pattern that takes for ever to match',
    outcome: 'The check times out after 80 ms; the result is used and the log says so',
  },
  {
    id: 'promises-a-schema-that-doubles',
    does: 'promises output by a schema that doubles at every level',
    outcome: 'The check times out after 80 ms; the result is used and the log says so',
  },
  {
    id: 'promises-a-schema-of-itself',
    does: 'promises output by a schema that is nothing but itself',
    outcome: 'The schema is not used; the result is, and the log says so',
  },
] as const satisfies readonly MisbehaviourRow[]
