import {
  AssistantRow,
  PreparingRow,
  ThinkingRow,
} from '../../../src/features/chat/transcript/message-rows.tsx'
import { UserRow } from '../../../src/features/chat/transcript/user-row.tsx'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import { answer, turn, user } from '../../mocks/sample-turns.ts'
import { Specimen, type Story } from '../../story.tsx'

const markdown = `# What I found

The build is slow for **two** reasons, see the [report](https://example.org/builds?id=42) and \`ci/run\`:

1. Tests run one after the other
   - and each starts its own server
2. The cache is *never* hit

| step | before | after |
|---|---:|---:|
| install | 41 s | 9 s |
| test | 312 s | 88 s |

> Measured on two cores.

\`\`\`ts
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
\`\`\`

- [x] profile
- [ ] fix

A picture ![chart of builds](https://tracker.example.org/pixel.png) is not fetched, [this](javascript:alert(1)) is no link, and <b onclick="alert(1)">HTML</b> <img src=x onerror=alert(1)> stays text.

最后：缓存目录写在 \`配置\` 里。`

const question = user('u', 'Why is the nightly build slow?\n\nLook at ci/run first.')
const inTurn = { ...turn('t', [question]), entriesBefore: 0, entriesAfter: 0 }

function Messages() {
  return (
    <ChatStage>
      <Specimen stack title="The person">
        <UserRow message={question} turn={inTurn} busy={false} />
        <UserRow
          message={user('u1', 'Why is the nightly build slow, in one line?')}
          turn={{
            ...inTurn,
            versions: { position: 2, count: 3, previousId: 't1', nextId: 't3' },
          }}
          busy={false}
        />
        <UserRow
          message={user('u2', 'Remember to ask about the cache')}
          turn={{ ...inTurn, model: null }}
          busy={false}
        />
      </Specimen>
      <Specimen stack title="The model">
        <AssistantRow {...answer('a', markdown)} />
        <AssistantRow
          {...answer('b', 'It is the cache.', {
            reasoning: 'The person wants a cause.\nThe log says the cache is never hit.',
          })}
        />
        <AssistantRow {...answer('c', '', { reasoning: 'Let me think', status: 'streaming' })} />
        <AssistantRow {...answer('d', 'The build is **slow bec', { status: 'streaming' })} />
      </Specimen>
      <Specimen stack title="Not there yet">
        <ThinkingRow />
        <PreparingRow toolTitle="Write file" characters={1204} />
      </Specimen>
    </ChatStage>
  )
}

export const story: Story = { title: 'Messages', group: 'Chat', Body: Messages }
