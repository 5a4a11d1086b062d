import { BadgeCheck, CircleHelp } from 'lucide-react'
import { Icon } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { entryOf, START_LIST, type StartServer } from './start-list.ts'

interface StartCardsProps {
  /** With the title of what was picked, and its entry as JSON. */
  onPick: (title: string, entry: string) => void
}

/** Servers to begin with: who made each, and what proves that. Picking one reads it; nothing runs. */
export function StartCards({ onPick }: StartCardsProps) {
  const t = useT('catalogue')
  return (
    <section aria-label={t('begin')} className="mb-5 flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-body font-semibold">{t('begin')}</h3>
        <p className="text-note text-fg-3">{t('beginNote')}</p>
      </div>
      <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line min-[44rem]:grid-cols-2">
        {START_LIST.map((server) => (
          <li key={server.name} className="bg-card">
            <StartCard
              server={server}
              onPick={() =>
                onPick(
                  t(`start.${server.name}.title`),
                  entryOf(server, (input) => t(`input.${input}`)),
                )
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StartCard({ server, onPick }: { server: StartServer; onPick: () => void }) {
  const t = useT('catalogue')
  const { name, icon, maker } = server
  const isProved = maker !== 'unproved'
  return (
    <button
      type="button"
      onClick={onPick}
      className="flex size-full items-center gap-3 px-3 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-md border border-line bg-sunken">
        <Icon icon={icon} size={16} className="text-fg-2" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-body font-medium">{t(`start.${name}.title`)}</span>
        <span className="block text-small text-fg-2">{t(`start.${name}.note`)}</span>
      </span>
      <span className="flex shrink-0 flex-col items-end text-small">
        <span className="flex items-center gap-1">
          <Icon
            icon={isProved ? BadgeCheck : CircleHelp}
            size={14}
            className={isProved ? 'text-success' : 'text-warning'}
          />
          {t(`maker.${maker}.name`)}
        </span>
        <span className="text-fg-3">{t(`maker.${maker}.proof`)}</span>
      </span>
    </button>
  )
}
