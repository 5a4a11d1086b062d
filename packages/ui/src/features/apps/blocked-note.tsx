import type { AppViewEvent } from '@gatehouse/domain/apps'
import { CardSection, RevealText } from '../../kit/index.ts'
import { useAppWords } from './use-app-words.ts'

export type Blocked = Omit<Extract<AppViewEvent, { type: 'blocked' }>, 'type'>

/** Lines that are shown; the rest is a number. */
const MAX_LINES = 4

/** Requests of a view that were refused, with the reason, and the part of the app that could allow them. */
export function BlockedNote({ all, note }: { all: readonly Blocked[]; note?: string | undefined }) {
  const t = useAppWords()
  if (all.length === 0) return null
  const rest = all.length - MAX_LINES
  return (
    <CardSection>
      <div role="status" className="text-small text-fg-3" data-testid="blocked">
        <span className="font-medium text-fg-2">{t('blocked.title')}</span>
        <ul>
          {all.slice(0, MAX_LINES).map(({ host, reason }) => (
            <li key={`${reason} ${host}`} className="wrap-anywhere">
              <RevealText text={t(`blocked.${reason}`, { host })} />
            </li>
          ))}
        </ul>
        {rest > 0 && <p>{t('blocked.more', { count: rest })}</p>}
        {note !== undefined && <p>{note}</p>}
      </div>
    </CardSection>
  )
}
