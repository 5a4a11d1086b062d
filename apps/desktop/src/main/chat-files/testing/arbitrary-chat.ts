import type { Attachment, BlobRef, Entry, StoredBlock, ToolCall, Turn } from '@gatehouse/domain'
import type { ChatFileSetup } from '@gatehouse/domain/chats'
import fc from 'fast-check'

/** Data that a chat keeps in a file of its own, before it is kept: what stands for it is its place in the list. */
export interface ArbitraryChat {
  title: string
  setup?: ChatFileSetup | undefined
  /** The unsent draft. */
  draft?: { text: string; attachments: Attachment[] } | undefined
  turns: {
    /** Which of the turns before it is its parent; none: it begins the chat. */
    parent: number
    status: Turn['status']
    entries: Entry[]
    /** It is shown once all are there, so that any version can be the one that is shown. */
    isShownLater: boolean
    isPinned: boolean
  }[]
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('说一句话', '```js\nx\n```', '\u202Ehidden\u0000', '{"kind":"end"}\n', ''),
)
const id = fc.uuid()
const at = fc.integer({ min: 0, max: 2_000_000_000_000 })
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => ({ value: withoutProto(value) }) as never)

/** Removes `__proto__`, which no JSON of ours may hold. */
function withoutProto(value: unknown): unknown {
  return JSON.stringify(value)?.includes('__proto__') ? null : value
}

/** Blobs are put by the test: `hash` holds the data until then. */
export const PLACEHOLDER = 'data:'
const kept = (isText: boolean): fc.Arbitrary<BlobRef> =>
  fc.string({ unit: 'binary-ascii', maxLength: 40 }).map((data) => ({
    hash: PLACEHOLDER + data,
    bytes: data.length,
    mimeType: isText ? 'text/plain' : 'image/png',
    ...(isText ? { characters: data.length } : {}),
  }))

const block: fc.Arbitrary<StoredBlock> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constant('text' as const), text, kept: kept(true) }),
  fc.record({
    type: fc.constantFrom('image' as const, 'audio' as const),
    mimeType: fc.constant('image/png'),
    kept: kept(false),
  }),
  fc.record({ type: fc.constant('resource_link' as const), uri: text, name: text }),
  fc.record({
    type: fc.constant('resource' as const),
    resource: fc.record({ uri: text, text, kept: kept(true) }, { requiredKeys: ['uri'] }),
  }),
)
const blocks = fc.array(block, { maxLength: 3 })
const facts = { id, bytes: fc.nat(1000), tokens: fc.nat(1000) }
const fromServer = {
  serverId: fc.constantFrom('server-a', 'server-b'),
  serverName: text,
  serverHue: fc.nat(7),
}
const attachment: fc.Arbitrary<Attachment> = fc.oneof(
  fc.record({
    kind: fc.constant('file' as const),
    ...facts,
    name: text,
    mimeType: fc.constant('text/plain'),
    content: block,
  }),
  fc.record({
    kind: fc.constant('resource' as const),
    ...facts,
    ...fromServer,
    uri: text,
    name: text,
    contents: blocks,
  }),
  fc.record({
    kind: fc.constant('prompt' as const),
    ...facts,
    ...fromServer,
    promptName: text,
    title: text,
    arguments: fc.constant({ who: 'you' }),
    messages: fc.array(
      fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: block }),
      { maxLength: 2 },
    ),
  }),
)

const decision = fc.record(
  {
    kind: fc.constantFrom('allow-once' as const, 'allow-always' as const, 'deny' as const),
    by: fc.constantFrom('person' as const, 'grant' as const),
    at,
    reason: text,
    grantId: id,
    serverIdentity: text,
    definition: text,
  },
  { requiredKeys: ['kind', 'by', 'at'] },
)

const status = fc.constantFrom<ToolCall['status']>(
  'waiting',
  'approved',
  'running',
  'done',
  'denied',
  'rejected',
  'failed',
  'cancelled',
  'unknown',
)

const call: fc.Arbitrary<Entry> = fc.record(
  {
    kind: fc.constant('tool-call' as const),
    id,
    step: fc.integer({ min: 1, max: 9 }),
    callId: text,
    origin: fc.constantFrom('model' as const, 'person' as const),
    serverId: fc.constantFrom('server-a', 'server-b', null),
    serverName: text,
    serverHue: fc.nat(7),
    toolName: text,
    toolTitle: text,
    proposedArguments: json,
    arguments: json,
    status,
    askId: id,
    decision,
    result: fc.record(
      {
        content: blocks,
        more: fc.record({ count: fc.constant(2), kept: kept(true) }),
        structured: fc.record({ preview: text, kept: kept(true) }),
        isError: fc.boolean(),
        meta: kept(true),
      },
      { requiredKeys: ['content', 'isError'] },
    ),
    error: text,
    createdAt: at,
    startedAt: at,
    endedAt: at,
  },
  {
    requiredKeys: [
      'kind',
      'id',
      'step',
      'callId',
      'origin',
      'serverId',
      'serverName',
      'serverHue',
      'toolName',
      'toolTitle',
      'proposedArguments',
      'arguments',
      'status',
      'createdAt',
    ],
  },
)

const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('user-message' as const),
      id,
      text,
      attachments: fc.array(attachment, { maxLength: 3 }),
      createdAt: at,
    },
    { requiredKeys: ['kind', 'id', 'text', 'createdAt'] },
  ),
  fc.record({
    kind: fc.constant('assistant-message' as const),
    id,
    step: fc.integer({ min: 1, max: 9 }),
    text,
    reasoning: text,
    status: fc.constantFrom('streaming' as const, 'complete' as const, 'interrupted' as const),
    createdAt: at,
  }),
  call,
)

/** A chat of any shape, with anything in it that a chat can hold. */
const setup: fc.Arbitrary<ChatFileSetup> = fc.record(
  {
    systemPrompt: text,
    parameters: fc.record(
      {
        temperature: fc.constantFrom(0, 0.7, 2),
        maxOutputTokens: fc.integer({ min: 1, max: 1_000_000 }),
        reasoningEffort: fc.constantFrom('none' as const, 'high' as const),
        stopSequences: fc.array(fc.constantFrom('\n\n', '停'), { minLength: 1, maxLength: 4 }),
      },
      { requiredKeys: [] },
    ),
    stepLimit: fc.integer({ min: 1, max: 200 }),
    costLimit: fc.constantFrom(0.001, 5),
  },
  { requiredKeys: [] },
)

export const arbitraryChat: fc.Arbitrary<ArbitraryChat> = fc.record({
  title: text,
  setup: fc.option(setup, { nil: undefined }),
  draft: fc.option(
    fc.record({
      text,
      attachments: fc.uniqueArray(attachment, { maxLength: 3, selector: (one) => one.id }),
    }),
    { nil: undefined },
  ),
  turns: fc.array(
    fc.record({
      parent: fc.integer({ min: -1, max: 8 }),
      status: fc.constantFrom<Turn['status']>('running', 'done', 'stopped', 'failed', 'step-limit'),
      entries: fc.uniqueArray(entry, { maxLength: 4, selector: ({ id: entryId }) => entryId }),
      isShownLater: fc.boolean(),
      isPinned: fc.boolean(),
    }),
    { maxLength: 9 },
  ),
})
