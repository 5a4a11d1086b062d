import { ChatAt } from '../../mocks/chat-stage.tsx'
import { releaseTurns } from '../../mocks/sample-turns.ts'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'A chat as designed',
  group: 'Chat',
  fullBleed: true,
  standalone: true,
  Body: () => <ChatAt turns={releaseTurns} />,
}
