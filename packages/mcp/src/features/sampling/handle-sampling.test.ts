import { SAMPLING_LIMITS, SAMPLING_POLICY_LIMITS } from '@gatehouse/domain/server-requests'
import { expect, it } from 'vitest'
import { answerSampling } from './handle-sampling.ts'

const text = { type: 'text', text: 'Hi' }
const message = { role: 'user', content: text }
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const { messages, blocks, hints, stopSequences, tools, name } = SAMPLING_LIMITS
const { tokensPerDay } = SAMPLING_POLICY_LIMITS
const tool = { name: 'look', inputSchema: { type: 'object' } }

/** Resolves to true if the person would be asked, otherwise to the words of the refusal. */
async function asked(params: object): Promise<true | string> {
  const asks: true[] = []
  try {
    await answerSampling({ messages: [message], maxTokens: 10, ...params }, { tools: true }, () => {
      asks.push(true)
      return Promise.resolve({ model: 'm', content: [{ type: 'text', text: 'ok' }] })
    })
  } catch (error) {
    return String(error)
  }
  return asks[0] ?? 'nobody was asked'
}

/**
 * @threat turns.sampling-lists
 * @attacker server
 * @tries To hold main with a sampling request of tens of thousands of hints, blocks or tools.
 * @stoppedBy Each list of a request has a limit where it is parsed; the error response names the one that was too long.
 */
it.each<[string, [object, object], string]>([
  [
    'hints',
    [
      { modelPreferences: { hints: many(hints, { name: 'm' }) } },
      { modelPreferences: { hints: many(hints + 1, { name: 'm' }) } },
    ],
    `modelPreferences.hints has more than ${hints}`,
  ],
  [
    'a hint',
    [
      { modelPreferences: { hints: [{ name: 'm'.repeat(name) }] } },
      { modelPreferences: { hints: [{ name: 'm'.repeat(name + 1) }] } },
    ],
    `modelPreferences.hints.0.name has more than ${name}`,
  ],
  [
    'stop sequences',
    [{ stopSequences: many(stopSequences, 's') }, { stopSequences: many(stopSequences + 1, 's') }],
    `stopSequences has more than ${stopSequences}`,
  ],
  [
    'messages',
    [{ messages: many(messages, message) }, { messages: many(messages + 1, message) }],
    `messages has more than ${messages}`,
  ],
  [
    'blocks of all messages',
    [
      { messages: many(2, { role: 'user', content: many(blocks / 2, text) }) },
      { messages: many(3, { role: 'user', content: many(blocks / 2, text) }) },
    ],
    `more than ${blocks} blocks`,
  ],
  [
    'tools',
    [{ tools: many(tools, tool) }, { tools: many(tools + 1, tool) }],
    `tools has more than ${tools}`,
  ],
  [
    'the tokens',
    [{ maxTokens: tokensPerDay }, { maxTokens: tokensPerDay + 1 }],
    `asks for too much: maxTokens is more than ${tokensPerDay}`,
  ],
])(
  '%s of a sampling request have a limit, and the error response names it',
  async (_what, [fitting, beyond], words) => {
    expect(await asked(fitting)).toBe(true)
    expect(await asked(beyond)).toContain(words)
  },
)

/**
 * @threat inbound.endless-sampling
 * @attacker server
 * @tries Asks for sampling or elicitation with megabytes of text, or 900,000 lines, to review.
 * @stoppedBy More than 200,000 characters or 20,000 lines of text in one request are refused: the server gets an error
 * response, and the person is not asked.
 * @remains twenty requests just below that wait together; all cards of one call are drawn
 */
it('is refused with more text than a person can review, whatever it is in', async () => {
  const of = (words: string) => ({ role: 'user', content: { type: 'text', text: words } })
  expect(await asked({ messages: [of('x'.repeat(100_000)), of('y'.repeat(90_000))] })).toBe(true)
  const picture = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(1_000_000) }
  expect(await asked({ messages: [{ role: 'user', content: picture }] })).toBe(true)
  const long = { messages: [of('x'.repeat(100_000))], systemPrompt: 'y'.repeat(110_000) }
  const input = { type: 'tool_use', id: 'a', name: 'b', input: { data: 'x'.repeat(210_000) } }
  const called = { messages: [message, { role: 'assistant', content: input }] }
  for (const params of [long, called, { messages: [of('a\r'.repeat(25_000))] }])
    expect(await asked(params)).toContain('more text than a person can review')
})
