import { RefreshCw } from 'lucide-react'
import { Button, Callout, RevealText } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useAction, useRegistryWord } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** The entry of a registry that a server was added from, and what the registry says of it now. */
export function RegistryOrigin({ serverId }: { serverId: string }) {
  const t = useT('catalogue')
  const words = useErrorWords()
  const formats = useFormats()
  const { cache } = useBridge()
  const word = useRegistryWord(serverId).data
  const ask = useAction('catalogue.ask', {
    quiet: true,
    onSuccess: (next) => cache.set(queryKeys.registryWord(serverId), next),
  })
  if (!word) return null
  const { name, version, registry, status, message, at } = word
  const isWarned = status === 'deprecated' || status === 'deleted'
  return (
    <section className="flex flex-col gap-2">
      {isWarned && (
        <Callout tone={status === 'deleted' ? 'danger' : 'warning'} title={t(`status.${status}`)}>
          {message !== '' && <RevealText text={message} />}
        </Callout>
      )}
      {ask.error && <Callout tone="danger" role="alert" title={words(ask.error)} />}
      <div className="flex flex-wrap items-center gap-2 text-note text-fg-2">
        <RevealText text={t('origin.from', { name, version, host: registry })} />
        <span role="status">
          {at === null
            ? ''
            : t(status === 'unknown' ? 'origin.gone' : 'origin.asked', {
                date: formats.moment(at),
              })}
        </span>
        <Button
          size="small"
          icon={RefreshCw}
          loading={ask.isPending}
          onClick={() => ask.mutate({ id: serverId })}
        >
          {t('origin.ask')}
        </Button>
      </div>
    </section>
  )
}
