import { messageFault, type SamplingMessage } from '@gatehouse/domain/server-requests'
import type { MessageEdits, SamplingEdits } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import {
  insertMessage,
  listedMessages,
  messageEdits,
  moveMessage,
  rewriteMessage,
  removeMessage,
  withMedia,
} from './message-edits.ts'
import { editRequest, noEdits, withRemoved } from './sampling-edits.ts'

const text = (role: SamplingMessage['role'], words: string): SamplingMessage => ({
  role,
  content: [{ type: 'text', text: words }],
})
const call = (id: string): SamplingMessage => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'weather', input: {} }],
})
const result = (toolUseId: string): SamplingMessage => ({
  role: 'user',
  content: [{ type: 'tool_result', toolUseId, content: [] }],
})

/** A question, two calls with their results right after each other, and an answer. */
const sent = [
  text('user', 'Q'),
  call('a'),
  result('a'),
  call('b'),
  result('b'),
  text('assistant', 'A'),
]
const asked = { messages: sent, maxTokens: 10 }
const start = messageEdits(sent, noEdits)
const edited = (messages: MessageEdits): SamplingEdits => ({ ...noEdits, messages })
const after = (messages: MessageEdits) => editRequest(asked, edited(messages))

describe('the list of messages of a request', () => {
  it('goes out as it was sent while nothing of it was changed', () => {
    expect(start.order).toEqual(['0', '1', '3', '5'])
    expect(after(start)).toEqual({ request: asked, count: 0, problems: [] })
  })

  it('moves a call and its result together, and counts that once', () => {
    const { request, count } = after(moveMessage(start, '1', -1))
    expect(request.messages).toEqual([call('a'), result('a'), sent[0], ...sent.slice(3)])
    expect(count).toBe(1)
    const listed = listedMessages(sent, edited(moveMessage(start, '1', -1)))
    expect(listed.filter(({ isMoved }) => isMoved).map(({ place }) => place)).toEqual([1, 2])
  })

  it('says nothing of a move that was taken back, and stops at either end', () => {
    const back = moveMessage(moveMessage(start, '1', -1), '1', 1)
    expect(after(back)).toEqual({ request: asked, count: 0, problems: [] })
    expect(moveMessage(start, '0', -1)).toBe(start)
    expect(moveMessage(start, '5', 1)).toBe(start)
  })

  it('takes out a call with its result, and puts both back in their place', () => {
    const without = removeMessage(start, '3', true)
    expect(after(without)).toMatchObject({ count: 1, problems: [] })
    expect(after(without).request.messages).toEqual([...sent.slice(0, 3), sent[5]])
    expect(after(removeMessage(without, '3', false)).request).toEqual(asked)
  })

  it('holds what the person added in its place and role, and nothing that was left empty', () => {
    const { edits, key } = insertMessage(start, { role: 'assistant', text: ' Mine ' }, '0')
    expect(key).toBe('+1')
    const { request, count, problems } = after(edits)
    expect(request.messages).toEqual([sent[0], text('assistant', ' Mine '), ...sent.slice(1)])
    expect([count, problems]).toEqual([1, []])
    const first = insertMessage(edits, { role: 'user', text: '' }, null)
    expect(first.key).toBe('+2')
    expect(after(first.edits).problems).toEqual(['empty-message'])
    expect(after(removeMessage(first.edits, first.key, true))).toMatchObject({
      count: 1,
      problems: [],
    })
    const written = rewriteMessage(first.edits, first.key, { role: 'user', text: 'First' })
    expect(after(written).request.messages[0]).toEqual(text('user', 'First'))
  })

  it('puts what was added behind the parts that the server sent', () => {
    const picture = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const
    const { request, count } = after(withMedia(start, '0', [picture]))
    expect(request.messages[0]?.content).toEqual([...(sent[0]?.content ?? []), picture])
    expect(count).toBe(1)
    expect(after(withMedia(withMedia(start, '0', [picture]), '0', [])).count).toBe(0)
  })

  it('keeps the edits of a text wherever its message is', () => {
    const edits = { ...withRemoved(noEdits, '5.0', true), messages: moveMessage(start, '5', -1) }
    expect(editRequest(asked, edits).request.messages).toEqual(sent.slice(0, 5))
  })

  /** @threat sampling.torn-pair */
  it('keeps every call with its result, whatever is moved, added or taken out', () => {
    let seed = 7
    const pick = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    let list = start
    const faults: string[] = []
    for (let step = 0; step < 2000; step += 1) {
      const key = list.order[pick(list.order.length)] ?? '0'
      const act = pick(list.order.length > 30 ? 3 : 4)
      if (act === 0) list = moveMessage(list, key, pick(2) === 0 ? -1 : 1)
      else if (act < 3) list = removeMessage(list, key, act === 1)
      else {
        const role = pick(2) === 0 ? ('user' as const) : ('assistant' as const)
        list = insertMessage(list, { role, text: 'x' }, pick(5) === 0 ? null : key).edits
      }
      faults.push(messageFault(after(list).request.messages) ?? '')
    }
    expect(new Set(faults)).toEqual(new Set(['']))
  })
})
