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
    does: 'answers a notification with an error, a web page or a message',
    outcome: 'Noted in the log; the session goes on',
    ...http,
  },
] as const satisfies readonly MisbehaviourRow[]
