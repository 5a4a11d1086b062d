import { ArrowLeftRight } from 'lucide-react'
import { Button, type KeyValue } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import type { RecordInChat } from '../../../lib/queries/audit.ts'
import { useUi } from '../../../lib/ui-store.tsx'

const PARTS = ['request', 'response'] as const
const WORDS = { request: 'showRequest', response: 'showResponse' } as const

/** Links to the messages of a record; none for a record without messages. */
export function useMessageFact(record: RecordInChat): KeyValue[] {
  const t = useT('activity')
  const openFrame = useUi((ui) => ui.openFrame)
  const { serverId, messages } = record
  if (serverId === null || messages === null) return []
  const kept = PARTS.flatMap((part) => {
    const seq = messages[part]
    return seq === null ? [] : [{ part, seq }]
  })
  const value =
    kept.length === 0 ? (
      t('facts.noMessages')
    ) : (
      <span className="flex flex-wrap gap-1.5">
        {kept.map(({ part, seq }) => (
          <Button
            key={part}
            size="small"
            icon={ArrowLeftRight}
            onClick={() => openFrame({ serverId, seq })}
          >
            {t(WORDS[part])}
          </Button>
        ))}
      </span>
    )
  return [{ name: t('facts.messages'), value }]
}
