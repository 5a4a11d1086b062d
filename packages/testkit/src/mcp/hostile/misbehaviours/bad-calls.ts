import { namedFault, type MisbehaviourRow } from './row.ts'

const passedOver = 'The call gets its right answer; the rest is passed over and noted'
const refusedWhole =
  'The call fails at once and says what was refused, where it stands and how much is allowed'

/** What goes wrong while a tool is called. Ids are the names of the hostile server's tools. */
export const badCallRows = [
  {
    id: 'answers-out-of-order',
    does: 'answers two calls in reverse order',
    outcome: 'Each call gets its own answer',
  },
  {
    id: 'answers-twice',
    does: 'answers a call twice',
    outcome: 'The first answer counts; the second is noted in the log',
  },
  { id: 'answers-unknown-ids', does: 'answers what nobody asked', outcome: passedOver },
  { id: 'answers-huge-ids', does: 'answers with huge ids', outcome: passedOver },
  {
    id: 'answers-ids-of-a-wrong-type',
    does: 'answers with ids that are neither text nor a whole number',
    outcome: passedOver,
  },
  {
    id: 'answers-result-and-error',
    does: 'answers with a result and an error at once',
    outcome: namedFault,
  },
  {
    id: 'answers-neither',
    does: 'answers with neither a result nor an error',
    outcome: namedFault,
  },
  {
    id: 'answers-an-error-without-shape',
    does: 'answers with an error that has no code and no message',
    outcome: namedFault,
  },
  {
    id: 'sends-broken-utf-8',
    does: 'sends bytes that are not UTF-8 within a text',
    outcome: 'The call gets its answer, with replacement characters for the broken bytes',
  },
  {
    id: 'sends-50-megabytes-in-a-line',
    does: 'answers with one line of 50 MB',
    outcome: 'Read past; the call fails and says how large the answer is and how much is read',
  },
  {
    id: 'sends-a-result-of-16-megabytes',
    does: 'answers with a result of 16 MB',
    outcome: 'The answer arrives whole; its frame keeps the first 16 KB',
  },
  {
    id: 'sends-half-a-message',
    does: 'sends half an answer and then nothing',
    outcome: 'The call ends at its time limit; the next call is answered',
  },
  {
    id: 'changes-its-tools-meanwhile',
    does: 'changes its tools while a call runs',
    outcome: 'The new list arrives while the call goes on; the call gets its answer',
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
    outcome: 'Not answered, as the revision demands; noted; the call gets its answer',
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
    does: 'goes on after a cancelled call and answers it late',
    outcome: 'The call ends at once for the person; the late answer is dropped',
  },
  {
    id: 'tells-progress-of-nobody',
    does: 'tells progress for tokens that nobody gave out',
    outcome: 'Passed over and noted; the call gets its answer and no foreign progress',
  },
  {
    id: 'tells-progress-backwards',
    does: 'tells progress that goes back or is not a number',
    outcome: 'Only progress that grows is shown',
  },
  {
    id: 'answers-100000-levels-deep',
    does: 'answers with JSON that nests 100,000 levels deep',
    outcome: refusedWhole,
  },
  {
    id: 'answers-5000000-empty-objects',
    does: 'answers with 15 MB of empty objects',
    outcome: refusedWhole,
  },
  {
    id: 'answers-50000-blocks',
    does: 'answers with 50,000 small blocks of content',
    outcome: refusedWhole,
  },
  {
    id: 'answers-2000-blocks',
    does: 'answers with 2,000 small blocks of content',
    outcome: 'The first 500 are used; a text after them says how many were left out',
  },
  {
    id: 'answers-a-hidden-key',
    does: 'answers with a key "__proto__", also in disguise',
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
