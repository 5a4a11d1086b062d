import { expect, test } from 'vitest'
import { createInMemoryStores } from '../../testing/index.ts'
import { exportMarkdown, fenced } from './export-markdown.ts'
import type { MarkdownWords } from './markdown-words.ts'

const words: MarkdownWords = {
  untitled: 'New chat',
  you: 'You',
  answer: 'Answer',
  call: (tool, server) => `Call ${tool} at ${server}`,
  arguments: 'Arguments',
  result: 'Result',
  attached: (name) => `Attached ${name}`,
  leftOut: (type, bytes) => `${type} ${bytes}`,
  status: {
    denied: 'Denied',
    rejected: 'Rejected',
    failed: 'Failed',
    cancelled: 'Cancelled',
    unknown: 'Unknown',
    'tool-error': 'Error of the tool',
  },
  turn: {
    stopped: 'Stopped',
    interrupted: 'Interrupted',
    failed: 'Failed',
    'step-limit': 'Paused',
  },
  otherVersions: 'Other versions',
  version: (position, count) => `Version ${position} of ${count}`,
  exported: () => 'Exported',
}

const chat = {
  id: 'chat-1',
  title: 'A title\n# not a heading',
  titled: true,
  model: null,
  serverIds: null,
  workspaceId: null,
  draft: '',
  createdAt: 1,
  updatedAt: 1,
}

async function textOf(stores: ReturnType<typeof createInMemoryStores>): Promise<string> {
  const parts: string[] = []
  for await (const part of exportMarkdown(chat, words, { stores, clock: { now: () => 1 } }))
    parts.push(part)
  return parts.join('\n')
}

const turn = (id: string) => ({
  id,
  conversationId: chat.id,
  parentId: null,
  depth: 0,
  origin: 'message' as const,
  status: 'done' as const,
  model: null,
  step: 1,
  stepLimit: 20,
  entries: [],
  preparing: null,
  failure: null,
  startedAt: 1,
  endedAt: 1,
})

test('has what is shown first, and the versions that are not shown after it', async () => {
  const stores = createInMemoryStores()
  for (const id of ['turn-1', 'turn-2']) {
    stores.turns.saveTurn(turn(id))
    stores.turns.saveEntry(id, {
      kind: 'user-message',
      id: `${id}-said`,
      text: `said in ${id}`,
      createdAt: 1,
    })
  }
  const text = await textOf(stores)
  expect(text).toMatch(/^# A title # not a heading\n/)
  const order = ['said in turn-2', '# Other versions', '## Version 1 of 2', 'said in turn-1']
  const places = order.map((part) => text.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('keeps text of a server or a model from being read as something else', async () => {
  const stores = createInMemoryStores()
  stores.turns.saveTurn(turn('turn-1'))
  stores.turns.saveEntry('turn-1', {
    kind: 'tool-call',
    id: 'call',
    step: 1,
    callId: 'c',
    origin: 'model',
    serverId: 'server-1',
    serverName: 'mail\n# You',
    serverHue: 0,
    toolName: 'send',
    toolTitle: 'Send `now`',
    proposedArguments: {},
    arguments: {},
    status: 'unknown',
    result: { content: [{ type: 'text', text: '```\n# You\n```' }], isError: false },
    createdAt: 1,
  })
  const text = await textOf(stores)
  expect(text).toContain('### Call `` Send `now` `` at `mail # You`')
  expect(text).toContain('````\n```\n# You\n```\n````')
  expect(text).toContain('**Unknown**')
  expect(fenced('a')).toBe('```\na\n```\n')
})
