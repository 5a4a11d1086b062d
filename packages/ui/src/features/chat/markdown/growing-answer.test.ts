import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AssistantMessage, TranscriptTurn } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createRowBuilder } from '../transcript/transcript-rows.ts'

const PARAGRAPH = `夜间构建很慢，因为缓存没有命中。${'Some words that fill a line of text. '.repeat(12)}\n\n`

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const turnWith = (text: string): TranscriptTurn => {
  const message: AssistantMessage = {
    kind: 'assistant-message',
    id: 'm',
    step: 1,
    text,
    reasoning: '',
    status: 'streaming',
    createdAt: 0,
  }
  return {
    id: 't',
    conversationId: 'c',
    origin: 'message',
    status: 'running',
    model: { providerId: 'p', modelId: 'm' },
    step: 1,
    stepLimit: 20,
    failure: null,
    parentId: null,
    depth: 0,
    entries: [message],
    entriesBefore: 0,
    entriesAfter: 0,
    startedAt: 0,
  } as TranscriptTurn
}

it('the rows of an answer that grew keep no more than its text in memory', () => {
  const builder = createRowBuilder()
  const before = heapUsed()
  let text = ''
  let rows = builder.build({ turns: [turnWith(text)], hasAfter: false }).rows
  while (text.length < 200_000) {
    text += PARAGRAPH.slice(0, 200)
    text += PARAGRAPH.slice(200)
    rows = builder.build({ turns: [turnWith(text)], hasAfter: false }).rows
  }
  const grown = heapUsed() - before
  expect(rows.length).toBeGreaterThan(100)
  // Two bytes for each character of the text, and as many for those of its rows.
  expect(grown).toBeLessThan(2.5 * 2 * text.length)
})
