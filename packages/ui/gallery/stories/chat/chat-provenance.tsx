import type { DataFlow } from '@gatehouse/domain'
import { ApprovalCard } from '../../../src/features/chat/approvals/approval-card.tsx'
import { ChatStage, writeFileAsk } from '../../mocks/chat-stage.tsx'
import { Specimen, type Story } from '../../story.tsx'

const flow: DataFlow = {
  from: { kind: 'server', serverId: 's-git', serverName: 'git', serverHue: 2 },
  turnId: 'turn-1',
  entryId: 'entry-1',
  label: 'read_log',
  path: 'content',
  how: 'plain',
  characters: 214,
  excerpt: 'Fix the build on macOS, and let a stopped call say who stopped it',
}

const flows: DataFlow[] = [
  flow,
  {
    ...flow,
    entryId: 'entry-2',
    label: 'show',
    path: 'path',
    how: 'encoded',
    excerpt: 'release/2.4',
  },
  {
    ...flow,
    from: { kind: 'server', serverId: 's-mail', serverName: 'mail', serverHue: 5 },
    entryId: 'entry-3',
    label: 'inbox',
    path: '',
    how: 'split',
    excerpt: 'wire 48,250 EUR to DE89 3704',
  },
  { ...flow, from: { kind: 'file', name: 'plan.txt' }, entryId: 'entry-4', label: 'plan.txt' },
]

export const story: Story = {
  title: 'Where text of a call comes from',
  group: 'Chat',
  Body: () => (
    <ChatStage>
      <Specimen title="One source">
        <ApprovalCard ask={{ ...writeFileAsk, provenance: { flows: [flow] } }} />
      </Specimen>
      <Specimen title="Several, a tool that is allowed, to another computer">
        <ApprovalCard
          ask={{
            ...writeFileAsk,
            id: 'ask-flows',
            provenance: {
              flows,
              more: 3,
              isIncomplete: true,
              isAllowedTool: true,
              leavesFor: 'files.example.com',
            },
          }}
        />
      </Specimen>
    </ChatStage>
  ),
}
