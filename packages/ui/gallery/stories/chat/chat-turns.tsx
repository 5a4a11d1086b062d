import { modelFailureSchema, type Turn } from '@gatehouse/domain'
import { TurnFooter } from '../../../src/features/chat/transcript/turn-footer.tsx'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import { answer, failed, turn, user } from '../../mocks/sample-turns.ts'
import { Specimen, type Story } from '../../story.tsx'

const asked = user('u', 'Summarise the open issues')
const partial = answer('a', 'There are twelve open issues. The first', { status: 'interrupted' })

const ends: [string, Turn][] = [
  ['Done', turn('t-done', [asked, answer('a', 'There are twelve.')])],
  ['Stopped', turn('t-stopped', [asked, partial], { status: 'stopped' })],
  ['Interrupted by a quit', turn('t-int', [asked, partial], { status: 'interrupted' })],
  [
    'Interrupted by the provider',
    turn('t-int2', [asked, partial], {
      status: 'interrupted',
      failure: { code: 'unreachable', message: '' },
    }),
  ],
  [
    'Step limit',
    turn('t-limit', [asked, answer('a', 'I looked at twenty of them.')], {
      status: 'step-limit',
      step: 20,
    }),
  ],
  ...modelFailureSchema.shape.code.options.map((code): [string, Turn] => [
    `Failed: ${code}`,
    failed(`t-${code}`, {
      code,
      message: '',
      status: 503,
      ...(code === 'rate-limited' ? { retryAfterSeconds: 90 } : {}),
      ...(code === 'bad-request' ? { detail: 'messages.3: tool_call_id is missing' } : {}),
    }),
  ]),
]

function Turns() {
  return (
    <ChatStage>
      {ends.map(([title, one]) => (
        <Specimen key={one.id} stack title={title}>
          <TurnFooter turn={{ ...one, entriesBefore: 0, entriesAfter: 0 }} isLast />
        </Specimen>
      ))}
    </ChatStage>
  )
}

export const story: Story = { title: 'How turns end', group: 'Chat', Body: Turns }
