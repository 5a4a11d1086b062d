import { sampleForm } from '../../../src/lib/samples/sample-asks.ts'
import { AskStage } from '../../mocks/ask-stage.tsx'
import type { Story } from '../../story.tsx'

const cards = [
  { title: 'Every kind of field', ask: { ...sampleForm(), id: 'form-all' } },
  {
    title: 'It asks for secrets',
    ask: {
      ...sampleForm(
        {
          type: 'object',
          properties: {
            user: { type: 'string' },
            apiKey: { type: 'string', title: 'API key' },
            pin: { type: 'integer' },
          },
        },
        'To go on I need your credentials. This is https://example.com, really\u200b safe.',
      ),
      id: 'form-secret',
    },
  },
  {
    title: 'Left half filled in',
    ask: {
      ...sampleForm({
        type: 'object',
        required: ['email'],
        properties: { email: { type: 'string', format: 'email' } },
      }),
      id: 'form-draft',
    },
  },
  {
    title: 'No fields, no words, outside of any call',
    ask: { ...sampleForm({ type: 'object', properties: {} }, ''), id: 'form-empty', causes: [] },
  },
]

export const story: Story = {
  title: 'Asks: form',
  group: 'Activity',
  Body: () => (
    <AskStage cards={cards} drafts={{ 'form-draft': { form: { email: 'ada@nowhere' } } }} />
  ),
}
