import { ChatAt } from '../../mocks/chat-stage.tsx'
import { call, turn, user } from '../../mocks/sample-turns.ts'
import type { Story } from '../../story.tsx'

const turns = [
  turn('m1', [user('mu', 'Which papers mention agents? Ask the model once there is one.')], {
    origin: 'manual',
    model: null,
  }),
  turn(
    'm2',
    [
      call('mc', 'research', {
        origin: 'person',
        toolName: 'search_papers',
        toolTitle: 'Search papers',
        arguments: { query: 'agents', limit: 3 },
        result: {
          isError: false,
          content: [{ type: 'text', text: '{"total":2}' }],
          structuredContent: {
            total: 2,
            papers: [
              { title: 'On tools', year: 2025 },
              { title: 'On hosts', year: 2026 },
            ],
          },
        },
      }),
    ],
    { origin: 'manual', model: null },
  ),
]

export const story: Story = {
  title: 'Manual mode',
  group: 'Chat',
  fullBleed: true,
  standalone: true,
  Body: () => <ChatAt manual turns={turns} asks={[]} />,
}
