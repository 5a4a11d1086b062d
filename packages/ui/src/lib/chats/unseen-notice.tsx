import { EyeOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, CardSection, Checkbox, Icon, useUnseenParts } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'

export interface UnseenControl {
  /** Something was never in view, and the person did not confirm that it need not be. */
  blocked: boolean
  /** Something was never in view, and the person confirmed that it need not be. */
  isWaived: boolean
  openAll: () => void
  /** Shows what is unseen, with the way to open it; null when all was in view. */
  notice: ReactNode
  /** Around everything that the answer lets out. */
  wrap: (children: ReactNode) => ReactNode
}

/** Nothing is let out that was not in view, unless the person confirms it. `shown`: what the card draws. */
export function useUnseen(shown: unknown): UnseenControl {
  const { count, openAll, wrap } = useUnseenParts()
  const [waived, setWaived] = useState<{ of: unknown } | null>(null)
  // Words for one content are not words for another that came in its place.
  const isWaived = waived !== null && waived.of === shown
  return {
    blocked: count > 0 && !isWaived,
    isWaived: count > 0 && isWaived,
    openAll,
    wrap,
    notice: count > 0 && (
      <UnseenNotice
        count={count}
        waived={isWaived}
        onOpen={openAll}
        onWaive={(next) => setWaived(next ? { of: shown } : null)}
      />
    ),
  }
}

interface UnseenNoticeProps {
  count: number
  waived: boolean
  onOpen: () => void
  onWaive: (waived: boolean) => void
}

function UnseenNotice({ count, waived, onOpen, onWaive }: UnseenNoticeProps) {
  const t = useT('asks')
  return (
    <CardSection
      padded={false}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 bg-warning-soft px-3 py-2 text-note"
    >
      <span
        role="status"
        data-testid="unseen"
        className="flex items-center gap-1.5 font-medium text-warning"
      >
        <Icon icon={EyeOff} size={14} />
        {t('unseen.count', { count })}
      </span>
      <Button size="small" onClick={onOpen}>
        {t('unseen.open')}
      </Button>
      <Checkbox
        className="ml-auto"
        label={t('unseen.waive')}
        checked={waived}
        onCheckedChange={onWaive}
      />
    </CardSection>
  )
}
