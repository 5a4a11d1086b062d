import type { MisbehaviourRow } from './misbehaviour-row.ts'

const stdio = { over: ['stdio'], eras: ['legacy'] } as const
const http = { over: ['http'], eras: ['legacy'] } as const
const goesOn = 'The start goes on with `initialize`'

/** Kinds that are read for their meaning; nothing that a person approves is guessed. */
export const toleratedRows = [
  {
    id: 'null-members',
    does: 'writes null for members that it may leave out',
    outcome: 'They count as absent',
  },
  {
    id: 'unknown-members',
    does: 'adds members that nobody knows',
    outcome: 'They are passed over',
  },
  {
    id: 'no-list',
    does: 'sends null or nothing where a list belongs',
    outcome: 'The list is empty, and the log says so',
    ...stdio,
  },
  {
    id: 'lone-content',
    does: 'gives a text or one block in place of a list of content',
    outcome: 'It is a list of one',
    ...stdio,
  },
  {
    id: 'partly-unreadable',
    does: 'gives a prompt or a resource of which a part cannot be read',
    outcome: 'The rest is kept; the part is named in its place',
    ...stdio,
  },
  {
    id: 'form-that-cannot-be-shown',
    does: 'asks with a form that cannot be shown',
    outcome: 'The person reads why, and can only decline or cancel',
    ...stdio,
  },
  {
    id: 'null-id-for-the-probe',
    does: 'responds to ids other than those of older revisions with the id null',
    outcome: goesOn,
    ...stdio,
  },
  {
    id: 'exits-at-the-probe',
    does: 'says something and exits at a method that it does not know',
    outcome: 'Started again with `initialize` alone',
    ...stdio,
  },
  {
    id: 'fails-by-itself',
    does: 'prints an error of its own and exits',
    outcome: 'Started once; the failure shows its last lines',
    ...stdio,
  },
  {
    id: 'late-discover',
    does: 'refuses `initialize` for the modern revision and answers `server/discover` later',
    outcome: 'The later answer is waited for',
    over: ['stdio'],
    eras: ['modern'],
  },
  {
    id: 'noise-around-messages',
    does: 'prints text before or after a message on its line',
    outcome: 'The message is read if a request waits for it; the rest is logged',
    ...stdio,
  },
  {
    id: 'empty-cursor',
    does: 'marks the last page of a list with an empty cursor',
    outcome: 'The cursor is followed once; a page that comes again is not used twice',
    ...stdio,
  },
  {
    id: 'unknown-id',
    does: 'responds under an id that no request has',
    outcome: 'The request times out, and its words name that id',
    ...stdio,
  },
] as const satisfies readonly MisbehaviourRow[]

/** The same for lists, calls and forms. */
export const toleratedCallRows = [
  {
    id: 'odd-envelopes',
    does: 'sends responses whose envelope is not that of JSON-RPC 2.0',
    outcome: 'Result and error are read; an error keeps its words',
    ...stdio,
  },
  {
    id: 'exits-after-a-result',
    does: 'gives a result and exits',
    outcome: 'The result is used; the connection is over, and says how the server exited',
    ...stdio,
  },
  {
    id: 'stalls-after-progress',
    does: 'reports progress and then nothing',
    outcome:
      'The call ends after the time of silence, and its words tell both times; other calls go on',
    ...stdio,
  },
  {
    id: 'entries-without-a-definition',
    does: 'lists tools that are null or have no `inputSchema`',
    outcome: 'They are left out, in words that name the field; the others stay',
    ...stdio,
  },
  {
    id: 'odd-schemas',
    does: 'gives schemas whose members or defaults may be null, and output schemas of any type',
    outcome:
      'The definition stays as it is, `null` as a default too; structured data of any kind is kept beside the text',
    ...stdio,
  },
  {
    id: 'any-names',
    does: 'names its tools with dots, slashes or other scripts',
    outcome: 'Each is called by its own name',
    ...stdio,
  },
  {
    id: 'late-progress',
    does: 'sends progress after its result',
    outcome: 'It is passed over; the result is used',
    ...stdio,
  },
  {
    id: 'echoes-its-input',
    does: 'prints each line that it receives',
    outcome: 'No request of the host is taken for one of the server; the lines are logged',
    ...stdio,
  },
  {
    id: 'forms-of-any-kind',
    does: 'asks with a form whose fields have no type, may be null, or have rules of JSON Schema',
    outcome: 'Each field is asked for by the control that keeps its rules, else as JSON',
    ...stdio,
  },
] as const satisfies readonly MisbehaviourRow[]

/** The same for what is only there over HTTP. */
export const toleratedHttpRows = [
  {
    id: 'odd-answers-to-the-probe',
    does: 'answers `server/discover` with HTTP 202, 500, a web page or not at all',
    outcome: goesOn,
    ...http,
  },
  {
    id: 'events-that-are-no-messages',
    does: 'sends events without a name that are no messages',
    outcome: 'They are passed over',
    ...http,
  },
  {
    id: 'no-empty-line-at-the-end',
    does: 'ends a stream without the empty line behind the last event',
    outcome: 'The event is read if it is a whole message',
    ...http,
  },
  {
    id: 'answers-to-notifications',
    does: 'answers a notification with an error, a page or any JSON, or with a stream that never ends',
    outcome: 'Noted in the log; the session goes on, and its own stream is opened',
    ...http,
  },
  {
    id: 'session-for-the-probe',
    does: 'begins a session for a `server/discover` that it refuses',
    outcome: 'That session is ended; the one of `initialize` is used',
    ...http,
  },
  {
    id: 'other-line-ends',
    does: 'sends events with a byte order mark or with CR alone between lines',
    outcome: 'They are read',
    ...http,
  },
] as const satisfies readonly MisbehaviourRow[]
