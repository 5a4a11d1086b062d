import { ChatAt } from '../../mocks/chat-stage.tsx'
import { answer, call, commitsResult, turn, user } from '../../mocks/sample-turns.ts'
import type { Story } from '../../story.tsx'

const turns = Array.from({ length: 500 }, (_, index) =>
  turn(`long-${index}`, [
    user(`u${index}`, `Question ${index + 1}: what changed in part ${index % 17}?`),
    ...(index % 3 === 0 ? [call(`c${index}`, 'git', { result: commitsResult })] : []),
    answer(
      `a${index}`,
      `Answer ${index + 1}.\n\n- one **thing**\n- another \`thing\`\n\n${'A longer paragraph about it. '.repeat(1 + (index % 9))}`,
    ),
  ]),
)

export const story: Story = {
  title: 'Long conversation (500 turns)',
  group: 'Chat',
  fullBleed: true,
  standalone: true,
  Body: () => <ChatAt turns={turns} asks={[]} />,
}
