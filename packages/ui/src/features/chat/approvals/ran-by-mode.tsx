import type { TranscriptTurn } from '@gatehouse/domain'
import { Button } from '../../../kit/index.ts'
import { useModeWords } from '../../../lib/words/mode-words.ts'
import { useConversations, useSetChatMode, useWorkspaceOf } from '../../../lib/queries/index.ts'

/** Calls of a turn that the mode of the chat let run, with one press that has each call asked about from now on. */
export function RanByMode({ turn }: { turn: TranscriptTurn }) {
  const t = useModeWords()
  const count = turn.entries.filter(
    (entry) => entry.kind === 'tool-call' && entry.decision?.by === 'mode',
  ).length
  return count === 0 ? null : (
    <p
      className="flex flex-wrap items-center gap-x-3 text-small text-fg-2"
      data-testid="ran-by-mode"
    >
      <span>{t('ran', { count })}</span>
      <AskForEveryCall id={turn.conversationId} />
    </p>
  )
}

function AskForEveryCall({ id }: { id: string }) {
  const t = useModeWords()
  const conversation = useConversations().data?.find((one) => one.id === id)
  const workspace = useWorkspaceOf(conversation)
  const { mutate, isPending } = useSetChatMode()
  const mode = conversation?.approvalMode ?? workspace?.approvalMode ?? 'every-call'
  if (mode === 'every-call') return null
  return (
    <Button size="small" loading={isPending} onClick={() => mutate({ id, mode: 'every-call' })}>
      {t('name.every-call')}
    </Button>
  )
}
