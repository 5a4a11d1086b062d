import type { TranscriptTurn } from '@gatehouse/domain'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'

/** "‹ 2 / 3 ›": which version of a turn is shown; nothing when there is only one. */
export function VersionSwitch({ turn, busy }: { turn: TranscriptTurn; busy: boolean }) {
  const t = useT('chat')
  const { number } = useFormats()
  const show = useAction('chat.show-version')
  if (!turn.versions) return null
  const { position, count, previousId, nextId } = turn.versions
  const step = (turnId: string | null) => ({
    size: 'small' as const,
    disabled: turnId === null || busy || show.isPending,
    onClick: () => {
      if (turnId !== null) show.mutate({ id: turn.conversationId, turnId })
    },
  })
  const place = { position: number(position), count: number(count) }
  return (
    <div
      role="group"
      aria-label={t('transcript.versions')}
      className="flex items-center"
      data-testid="versions"
    >
      <IconButton
        {...step(previousId)}
        icon={ChevronLeft}
        label={t('transcript.previousVersion')}
      />
      <span className="px-0.5 tabular-nums" aria-label={t('transcript.version', place)}>
        {t('transcript.versionShort', place)}
      </span>
      <IconButton {...step(nextId)} icon={ChevronRight} label={t('transcript.nextVersion')} />
    </div>
  )
}
