import { sampleAnswer } from '../../../src/lib/samples/sample-asks.ts'
import { AskStage } from '../../mocks/ask-stage.tsx'
import type { Story } from '../../story.tsx'

const cards = [
  { title: 'As the model gave it', ask: sampleAnswer() },
  { title: 'Edited', ask: sampleAnswer({ id: 'answer-edited' }) },
  {
    title: 'Calls of the server’s tools',
    ask: sampleAnswer({
      id: 'answer-calls',
      response: {
        model: 'claude-sonnet-5',
        stopReason: 'toolUse',
        content: [
          { type: 'text', text: 'I look it up.' },
          { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Lund', days: 3 } },
        ],
      },
    }),
  },
  {
    title: 'Cut off, by a model that is gone; nothing left',
    ask: sampleAnswer({
      id: 'answer-cut',
      model: { providerId: 'gone', modelId: 'phi-4' },
      response: {
        model: 'phi-4',
        stopReason: 'maxTokens',
        content: [{ type: 'text', text: 'The first of the five' }],
      },
    }),
  },
]

const drafts = {
  'answer-edited': {
    answer: {
      texts: { '0': '- The method needs few labels.\n- It is tested on three sets.' },
      removed: [],
    },
  },
  'answer-cut': { answer: { texts: {}, removed: ['0'] } },
}

export const story: Story = {
  title: 'Asks: sampling, answer',
  group: 'Activity',
  Body: () => <AskStage cards={cards} drafts={drafts} />,
}
