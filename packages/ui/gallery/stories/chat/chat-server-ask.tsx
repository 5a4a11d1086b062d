import { sampleForm } from '../../../src/lib/samples/sample-asks.ts'
import { SAMPLE_NOW } from '../../../src/lib/samples/sample-now.ts'
import { ChatAt } from '../../mocks/chat-stage.tsx'
import { turn, user, waitingCall } from '../../mocks/sample-turns.ts'
import type { Story } from '../../story.tsx'

const running = waitingCall({
  id: 'booking',
  serverId: 'travel',
  serverName: 'travel',
  serverHue: 2,
  toolName: 'book_room',
  toolTitle: 'Book room',
  status: 'running',
  startedAt: SAMPLE_NOW - 12_000,
})

const ask = {
  ...sampleForm({
    type: 'object',
    required: ['email', 'nights'],
    properties: {
      email: { type: 'string', format: 'email' },
      nights: { type: 'integer', minimum: 1, maximum: 30, default: 2 },
    },
  }),
  causes: [
    {
      conversationId: 'release',
      conversationTitle: 'Release notes for 2.4',
      turnId: 't1',
      entryId: 'booking',
      toolName: 'book_room',
      toolTitle: 'Book room',
    },
  ],
}

export const story: Story = {
  title: 'Chat: a server asks during a call',
  group: 'Chat',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <ChatAt
      asks={[ask]}
      turns={[
        turn('t1', [user('u1', 'Book a room in Lund for the release party.'), running], {
          status: 'running',
        }),
      ]}
    />
  ),
}
