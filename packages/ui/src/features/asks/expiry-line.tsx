import { Clock } from 'lucide-react'
import { CardSection, classNames, Icon, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useTimeLeft } from '../../lib/formats/time-left.ts'
import type { ServerAsk } from './server-ask.ts'

/** Time for which an ask still waits, and who set it; nothing for an ask without a limit. */
export function ExpiryLine({ ask }: { ask: ServerAsk }) {
  const t = useT('asks')
  const time = useTimeLeft(ask)
  if (!time || !ask.expiry) return null
  const { at, left, isSoon } = time
  const isServers = ask.expiry.setBy === 'server'
  const facts = { time: at, server: ask.serverName }
  const words =
    left === undefined
      ? t('expiry.over')
      : isSoon
        ? t(isServers ? 'expiry.soonServer' : 'expiry.soon', { ...facts, left })
        : t(isServers ? 'expiry.atServer' : 'expiry.at', facts)
  return (
    <CardSection padded={false} className="px-3 py-1.5 text-small">
      <p
        data-testid="ask-expiry"
        className={classNames(
          'flex items-center gap-1.5',
          isSoon ? 'font-medium text-warning' : 'text-fg-3',
        )}
      >
        <Icon icon={Clock} size={12} className="shrink-0" />
        <span className="min-w-0">
          <RevealText text={words} />
        </span>
      </p>
    </CardSection>
  )
}
