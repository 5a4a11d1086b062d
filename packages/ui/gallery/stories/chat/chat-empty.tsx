import { ChatAt } from '../../mocks/chat-stage.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Empty chat',
  group: 'Chat',
  fullBleed: true,
  standalone: true,
  Body: () => <ChatAt turns={[]} asks={[]} />,
}
