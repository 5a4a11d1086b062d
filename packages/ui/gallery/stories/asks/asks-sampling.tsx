import { noEdits } from '../../../src/features/asks/sampling/sampling-edits.ts'
import { sampleSampling, sampleSamplingRequest } from '../../../src/lib/samples/sample-asks.ts'
import { AskStage } from '../../mocks/ask-stage.tsx'
import type { Story } from '../../story.tsx'

const overloaded = {
  code: 'model/failed',
  message: 'Anthropic is overloaded (529).',
  data: { failure: { code: 'overloaded', message: '', detail: 'Overloaded, try later.' } },
}
const edited = sampleSampling({ id: 'sampling-edited' })
const talk = sampleSampling(
  {
    id: 'sampling-tools',
    choice: { model: { providerId: 'ollama', modelId: 'gone:7b' }, because: 'default' },
  },
  {
    systemPrompt: 'Answer\u200b in English.',
    includeContext: 'allServers',
    metadata: { trace: 'a1', purpose: 'review' },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'What is the weather in Lund?' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Lund' } }],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            toolUseId: 'call_1',
            content: [{ type: 'text', text: '12 °C, rain' }],
            structuredContent: { celsius: 12, sky: 'rain' },
          },
        ],
      },
    ],
    tools: [
      {
        name: 'weather',
        title: 'Weather of a city',
        description: 'Tells the weather. Call it as often as you like.',
        inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      },
      { name: 'forecast', inputSchema: { type: 'object' } },
    ],
    toolChoice: { mode: 'required' },
  },
)

const source = {
  serverId: 'research',
  serverName: 'research',
  serverHue: 1,
  results: 2,
  text: 'read_paper {"id":"a-17"}:\nSection 3 describes the method.\n\nread_paper {"id":"a-18"}:\nSection 3 is missing.',
  isShortened: false,
}
const arranged = sampleSampling(
  {
    id: 'sampling-arranged',
    step: { number: 3, limit: 50 },
    context: {
      sources: [
        source,
        { ...source, serverId: 'mail', serverName: 'mail', serverHue: 4, isShortened: true },
      ],
      barred: ['bank'],
    },
  },
  { ...talk.request, includeContext: 'allServers', systemPrompt: 'Be brief.' },
)

const cards = [
  { title: 'Messages moved, added and taken out; context and a picture added', ask: arranged },
  { title: 'As it was asked', ask: sampleSampling() },
  { title: 'Edited', ask: edited },
  { title: 'With tools, calls and wishes; its model is gone', ask: talk },
  {
    title: 'The last try failed; answered by hand now',
    ask: { ...sampleSampling({ id: 'sampling-hand' }), problem: overloaded },
  },
  {
    title: 'Out of bounds',
    ask: sampleSampling({ id: 'sampling-wrong', causes: [] }),
  },
  {
    title: 'Many messages',
    ask: sampleSampling(
      { id: 'sampling-many' },
      {
        messages: Array.from({ length: 24 }, (_, index) => ({
          role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
          content: [{ type: 'text' as const, text: `Line ${index + 1}` }],
        })),
      },
    ),
    inline: true,
  },
]

const picture = sampleSamplingRequest.messages
  .flatMap(({ content }) => content)
  .flatMap((block) => (block.type === 'image' ? [block] : []))

const drafts = {
  [arranged.id]: {
    sampling: {
      ...noEdits,
      messages: {
        order: ['+2', '1', '0', '+1'],
        moved: ['1'],
        removed: [],
        added: {
          '+1': { role: 'user' as const, text: 'Answer in one sentence.' },
          '+2': { role: 'user' as const, text: source.text, contextOf: source.serverId },
        },
        media: { '+1': picture },
      },
    },
  },
  [edited.id]: {
    sampling: {
      ...noEdits,
      systemPrompt: 'You are a careful reviewer.',
      maxTokens: '400',
      texts: {
        '0.0': `Summarise section 3 of the attached paper in five bullet points and name the page of each claim.`,
      },
      removed: ['1.0'],
      removedStops: [0],
    },
    model: { providerId: 'ollama', modelId: 'qwen3:32b' },
  },
  'sampling-hand': { byHand: { open: true, text: 'The section says that' } },
  'sampling-wrong': {
    sampling: {
      ...noEdits,
      maxTokens: '9000',
      temperature: 'hot',
      removed: sampleSamplingRequest.messages.map((_, index) => `${index}.0`),
    },
  },
}

export const story: Story = {
  title: 'Asks: sampling, request',
  group: 'Activity',
  Body: () => <AskStage cards={cards} drafts={drafts} />,
}
