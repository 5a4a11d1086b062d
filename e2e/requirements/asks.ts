import type { Requirement } from './requirement.ts'

/** Situations of an ask; the bytes that the server received until then are compared. */
const situations = {
  accept: 'Accepted as it was shown, the server gets just that.',
  edit: 'Edited, the server gets what the person made of it.',
  refuse: 'When refused, the server receives the refusal in the form of its era, and nothing else.',
  'time-limit': 'Its call’s time limit passes while it waits: it stays, and its answer still goes.',
  'taken-back': 'The server takes it back: the card goes, and nothing is sent for it.',
  'server-death': 'The server dies while it waits: the card goes, and nothing is sent for it.',
  window: 'The window reloads while it waits: it is there again, and its answer is sent once.',
  killed:
    'The app is killed while it waits: nothing was sent for it, and the record says how it ended.',
  five: 'Five at once: each answer goes to what it was given for, and to nothing else.',
} as const
export type AskSituation = keyof typeof situations

/** Kinds of asks, with their words in each era. */
const kinds = {
  'tool-approval': 'A tool call waits for approval.',
  form: 'A server asks for a form.',
  page: 'A server asks for a page to be opened.',
  'page-wait': 'A call waits until its page was visited.',
  'sampling-request': 'A server’s request waits before a model reads it.',
  'sampling-response': 'A model’s answer waits before the server gets it.',
  roots: 'A server asks for folders.',
  'sign-in': 'A server asks for a sign-in.',
} as const
export type AskKindName = keyof typeof kinds

/** Words for one kind only. */
const ownWords: Partial<Record<`${AskKindName} ${AskSituation}`, string>> = {
  'page-wait taken-back':
    'The server reports that its page was visited: the card goes, and the call is sent again.',
  'page-wait server-death':
    'The server dies while it waits: the card stays, as its page is elsewhere, and nothing is sent before the person answers.',
  'tool-approval server-death':
    'The server dies while it waits: the card stays, as the server is restarted, and nothing is sent before the person answers.',
}

/** `legacy`: a session that began with `initialize` (2025-11-25); `modern`: 2026-07-28. */
export const askEras = ['legacy', 'modern'] as const
export type AskEra = (typeof askEras)[number]

export type AskCell = `${AskSituation}-${AskEra}`

const NOTHING_TO_EDIT = 'A page is opened as it was named, or not at all.'
const NO_REQUEST =
  'A modern server asks in its result: it has no request under way that it could take back.'
const NO_WAIT =
  'Error -32042 exists until 2025-11-25; a modern server names its page in the round of the call.'

/** Cells that make no sense, each with why. `*`: any situation, or both eras. */
const senseless: readonly [AskKindName, AskSituation | '*', AskEra | '*', why: string][] = [
  ['tool-approval', 'taken-back', '*', 'The server has not heard of the call yet.'],
  ['form', 'taken-back', 'modern', NO_REQUEST],
  ['page', 'edit', '*', NOTHING_TO_EDIT],
  ['page', 'taken-back', 'modern', NO_REQUEST],
  ['page-wait', 'edit', '*', NOTHING_TO_EDIT],
  ['page-wait', '*', 'modern', NO_WAIT],
  ['sampling-request', 'taken-back', 'modern', NO_REQUEST],
  ['sampling-response', 'taken-back', 'modern', NO_REQUEST],
  ['roots', 'taken-back', 'modern', NO_REQUEST],
  ['sign-in', 'edit', '*', NOTHING_TO_EDIT],
  [
    'sign-in',
    'server-death',
    '*',
    'No connection is open while it waits; the request after it notices that the server is gone.',
  ],
  ['sign-in', 'taken-back', '*', 'The server refused a request and waits for nothing.'],
]

function isSenseless(kind: AskKindName, situation: string, era: AskEra): boolean {
  return senseless.some(
    ([of, at, inEra]) =>
      of === kind && (at === '*' || at === situation) && (inEra === '*' || inEra === era),
  )
}

/** Returns the cells to prove of a kind: each situation in each era in which it exists. */
function cellsOf(kind: AskKindName): Readonly<Record<AskCell, string>> {
  const cells = Object.entries(situations).flatMap(([situation, statement]) =>
    askEras
      .filter((era) => !isSenseless(kind, situation, era))
      .map((era) => {
        const words = ownWords[`${kind} ${situation as AskSituation}`] ?? statement
        return [`${situation}-${era}`, `In the ${era} era: ${words}`] as const
      }),
  )
  return Object.fromEntries(cells) as Record<AskCell, string>
}

type AskRequirements = {
  [Kind in AskKindName as `ask.every.${Kind}`]: Requirement & {
    clauses: Readonly<Record<AskCell, string>>
  }
}

/** Every kind of ask in every situation and era: a cell of this table without a proof fails `npm run proofs`. */
export const askRequirements = Object.fromEntries(
  Object.entries(kinds).map(([kind, promise]) => [
    `ask.every.${kind}`,
    { promise, clauses: cellsOf(kind as AskKindName) },
  ]),
) as AskRequirements
