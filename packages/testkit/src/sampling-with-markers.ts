import type { SamplingRequest } from '@gatehouse/domain/server-requests'

/** A text whose begin and end can be found again wherever it goes; `letters` long in between. */
function marked(name: string, letters = 700): string {
  return `${name}begin_${'x'.repeat(letters)}_${name}end`
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const media = (type: 'image' | 'audio', name: string) => ({
  type,
  data: PICTURE,
  mimeType: `${type}/${type === 'image' ? 'png' : 'wav'}; ${marked(name)}`,
  _meta: { note: marked('q30') },
})

/** A sampling request with a mark at both ends of every text that a server can put into it. */
export const markedSampling: SamplingRequest = {
  systemPrompt: marked('q1'),
  messages: [
    { role: 'user', content: [{ type: 'text', text: marked('q2') }] },
    { role: 'user', content: [media('image', 'q20'), media('audio', 'q21')] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: marked('q3') },
        media('image', 'q22'),
        media('audio', 'q23'),
        { type: 'tool_use', id: marked('q4'), name: marked('q5', 230), input: { a: marked('q6') } },
        { type: 'tool_use', id: 'other', name: 'other', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          toolUseId: marked('q4'),
          content: [
            { type: 'text', text: marked('q7'), annotations: { audience: [marked('q30')] } },
            media('image', 'q24'),
            media('audio', 'q25'),
            {
              type: 'resource_link',
              uri: `https://example.com/${marked('q8')}`,
              name: marked('q9'),
              title: marked('q10'),
              description: marked('q11'),
              mimeType: marked('q12'),
            },
            {
              type: 'resource',
              resource: { uri: `file:///${marked('q13')}`, text: marked('q14') },
            },
            {
              type: 'resource',
              resource: { uri: 'file:///b', blob: 'AAAA', mimeType: marked('q15') },
            },
          ],
        },
        {
          type: 'tool_result',
          toolUseId: 'other',
          content: [],
          structuredContent: { b: marked('q16') },
        },
      ],
    },
  ],
  maxTokens: 100,
  stopSequences: [marked('q17', 230)],
  modelPreferences: { hints: [{ name: marked('q30', 230) }] },
  tools: [
    {
      name: marked('q18', 230),
      title: marked('q26'),
      inputSchema: { type: 'object', description: marked('q19') },
    },
    { name: 'described', title: marked('q27'), description: marked('q28'), inputSchema: {} },
  ],
  metadata: { note: marked('q29') },
}

/** Of its marks, those of texts that a card need not show in full, as no model gets them. */
const NOT_FOR_A_MODEL = /^q(?:2[0-7]|30)(?:begin|end)$/

/** All marks in a text: `q1begin`, `q1end`, … */
export function marksIn(text: string): Set<string> {
  return new Set(text.match(/q\d+(?:begin|end)/g))
}

/** The marks that have to be readable on a card before a model may get the request. */
export function marksToShow(): string[] {
  const all = marksIn(JSON.stringify(markedSampling))
  return [...all].filter((mark) => !NOT_FOR_A_MODEL.test(mark))
}
