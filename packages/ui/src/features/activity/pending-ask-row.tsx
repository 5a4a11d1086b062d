import type { Ask } from '@gatehouse/domain'
import { HueMark, ListRow, RevealText } from '../../kit/index.ts'
import { useAskWords } from '../../lib/words/ask-words.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNow } from '../../lib/formats/now.ts'
import { useTimeLeft } from '../../lib/formats/time-left.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** Row of a pending ask: the request, its age, and the time left if it is short. */
export function PendingAskRow({ ask, selected }: { ask: Ask; selected: boolean }) {
  const t = useT('activity')
  const words = useAskWords()
  const { duration } = useFormats()
  const now = useNow(10_000)
  const open = useUi((ui) => ui.openActivity)
  const waited = Math.max(0, Math.floor((now - ask.createdAt) / 1000) * 1000)
  const time = useTimeLeft(ask)
  const asks = useT('asks')
  const since = waited < 10_000 ? t('justNow') : t('ago', { time: duration(waited) })
  const left = time?.isSoon ? time.left : undefined
  return (
    <ListRow
      leading={<HueMark hue={ask.serverHue} shape="dot" />}
      title={<RevealText text={words.title(ask)} wrap={false} />}
      detail={<RevealText text={words.from(ask)} wrap={false} />}
      trailing={
        left === undefined ? (
          since
        ) : (
          <span className="text-warning">{asks('expiry.left', { left })}</span>
        )
      }
      selected={selected}
      onClick={() => open(ask.id)}
    />
  )
}
