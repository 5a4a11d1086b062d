import type { SamplingRequest } from '@gatehouse/domain/server-requests'
import { describe, expect, it } from 'vitest'
import {
  editAnswer,
  editRequest,
  noBlockEdits,
  noEdits,
  displayedTemperature,
  withRemoved,
  withText,
} from './sampling-edits.ts'

const asked: SamplingRequest = {
  systemPrompt: 'Be brief.',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'One' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: 'c', content: [] }] },
  ],
  maxTokens: 100,
  temperature: 0.5,
  stopSequences: ['a', 'b'],
}

describe('an edited sampling request', () => {
  it('is exactly what was asked when nothing was edited', () => {
    expect(editRequest(asked, noEdits)).toEqual({ request: asked, count: 0, problems: [] })
  })

  it('carries the new text at its own place, and counts each thing once', () => {
    const edits = {
      ...withText(noEdits, '0.0', { text: 'Two', first: 'One' }),
      systemPrompt: 'Be long.',
      maxTokens: '40',
      temperature: '',
      removedStops: [0],
    }
    const { temperature: _, ...rest } = asked
    expect(editRequest(asked, edits)).toEqual({
      count: 5,
      problems: [],
      request: {
        ...rest,
        systemPrompt: 'Be long.',
        maxTokens: 40,
        stopSequences: ['b'],
        messages: [
          {
            role: 'user',
            content: [{ type: 'text', text: 'Two' }, asked.messages[0]?.content[1]],
          },
          ...asked.messages.slice(1),
        ],
      },
    })
  })

  it('leaves out what was removed or emptied, and messages of which nothing is left', () => {
    const edits = withRemoved(withText(noEdits, '0.0', { text: '', first: 'One' }), '0.1', true)
    const { request, count } = editRequest(asked, { ...edits, systemPrompt: '' })
    expect(request.messages).toEqual(asked.messages.slice(1))
    expect(request).not.toHaveProperty('systemPrompt')
    expect(count).toBe(3)
  })

  it('never tears a call from its result', () => {
    const edits = withRemoved(withRemoved(noEdits, '1.0', true), '2.0', true)
    expect(editRequest(asked, edits)).toMatchObject({
      count: 0,
      request: { messages: asked.messages },
    })
  })

  it.each(['101', '0', '-1', '1.5', '', '1e1', 'many'])(
    'does not take %j for a limit of at most 100 tokens',
    (maxTokens) => {
      const { request, problems } = editRequest(asked, { ...noEdits, maxTokens })
      expect(problems).toEqual(['max-tokens'])
      expect(request.maxTokens).toBe(100)
    },
  )

  it.each(['hot', '-0.1', 'Infinity', 'NaN'])(
    'does not take %j for a temperature',
    (temperature) => {
      expect(editRequest(asked, { ...noEdits, temperature }).problems).toEqual(['temperature'])
    },
  )

  it('cannot be run when no message is left', () => {
    const one: SamplingRequest = {
      ...asked,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
    }
    expect(editRequest(one, withRemoved(noEdits, '0.0', true)).problems).toEqual(['messages'])
  })

  it('has no edit any more once a text is typed back to what it was', () => {
    const there = withText(noEdits, '0.0', { text: 'Two', first: 'One' })
    const back = withText(there, '0.0', { text: 'One', first: 'One' })
    expect(back.texts).toEqual({})
    expect(withRemoved(withRemoved(noEdits, '0.0', true), '0.0', false).removed).toEqual([])
    expect(
      editRequest(asked, { ...back, maxTokens: '100', temperature: displayedTemperature(asked) })
        .count,
    ).toBe(0)
  })
})

describe('an edited answer', () => {
  const given = {
    model: 'm',
    stopReason: 'endTurn',
    content: [
      { type: 'text' as const, text: 'One' },
      { type: 'tool_use' as const, id: 'c', name: 'f', input: {} },
    ],
  }

  it('keeps what was not touched, calls above all', () => {
    const edits = withText(noBlockEdits, '0', { text: 'Two', first: 'One' })
    expect(editAnswer(given, edits)).toEqual({
      count: 1,
      response: { ...given, content: [{ type: 'text', text: 'Two' }, given.content[1]] },
    })
    expect(editAnswer(given, withRemoved(noBlockEdits, '1', true)).response).toEqual(given)
  })

  it('is nothing when all of it was taken out', () => {
    const text = { ...given, content: given.content.slice(0, 1) }
    expect(editAnswer(text, withRemoved(noBlockEdits, '0', true))).toEqual({
      count: 1,
      response: null,
    })
  })
})
