import type { UnsentAnswer } from '@gatehouse/domain'
import { memo } from 'react'
import { HueMark, ListRow, RevealText } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNow } from '../../lib/formats/now.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** Row of the person's unsent answer to an ask that is over, or of the note that it expired. */
export const UnsentAnswerRow = memo(function UnsentAnswerRow({
  unsent,
  selected,
}: {
  unsent: UnsentAnswer
  selected: boolean
}) {
  const t = useT('asks')
  const { brief } = useFormats()
  const now = useNow(60_000)
  const open = useUi((ui) => ui.openActivity)
  return (
    <ListRow
      leading={<HueMark hue={unsent.serverHue} shape="dot" />}
      title={<RevealText text={unsent.subject || t('unsent.title')} wrap={false} />}
      detail={<RevealText text={unsent.serverName} wrap={false} />}
      trailing={brief(unsent.at, now)}
      selected={selected}
      onClick={() => open(unsent.id)}
    />
  )
})
