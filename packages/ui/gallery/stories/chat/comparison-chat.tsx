import { ChatAt } from '../../mocks/chat-stage.tsx'
import { comparedPair } from '../../mocks/compared-turns.ts'
import { answer, turn, user } from '../../mocks/sample-turns.ts'
import type { Story } from '../../story.tsx'

const { first, second } = comparedPair()

function ComparedChat() {
  return (
    <ChatAt
      asks={[]}
      turns={[
        turn('before', [
          user('bu', 'What is a good store for settings?'),
          answer('ba', 'A file, or a small database. It depends on how often they change.'),
        ]),
        first,
      ]}
      world={{ handlers: { 'chat.turn': () => second } }}
    />
  )
}

export const story: Story = {
  title: 'A chat with two answers',
  group: 'Chat',
  fullBleed: true,
  standalone: true,
  Body: ComparedChat,
}
