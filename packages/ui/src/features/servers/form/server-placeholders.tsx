import type { ServerView } from '@gatehouse/domain'
import { RotateCw } from 'lucide-react'
import { Button, Callout, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { Placeholders } from '../../../launch-review/placeholders.tsx'

/** Placeholders of a server's launch, filled in. */
export function ServerPlaceholders({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { placeholders = [] } = view
  if (placeholders.length === 0) return null
  return (
    <section className="flex flex-col gap-2" aria-label={t('placeholder.title')}>
      <h2 className="text-note font-medium text-fg-2">{t('placeholder.title')}</h2>
      <Placeholders placeholders={placeholders} />
      <p className="text-small text-fg-3">{t('placeholder.note')}</p>
    </section>
  )
}

/** That a server runs with something else than would be filled in now. */
export function OutdatedPlaceholders({ view }: { view: ServerView }) {
  const t = useT('servers')
  const restart = useAction('server.restart')
  const { config, connection, placeholders = [] } = view
  const outdated = placeholders.filter(
    ({ running, value }) => running !== undefined && running !== value,
  )
  if (connection.status !== 'ready' || outdated.length === 0) return null
  return (
    <Callout
      tone="warning"
      title={t('placeholder.outdated')}
      actions={
        <Button
          size="small"
          icon={RotateCw}
          loading={restart.isPending}
          onClick={() => restart.mutate({ id: config.id })}
        >
          {t('placeholder.restart')}
        </Button>
      }
    >
      <p className="mb-1">{t('placeholder.running')}</p>
      {outdated.map(({ name, running = '' }) => (
        <p key={name} className="font-mono text-small text-fg">
          <RevealText text={running} />
        </p>
      ))}
      <Placeholders placeholders={outdated} />
    </Callout>
  )
}
