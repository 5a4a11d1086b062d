import type { ServerView } from '@gatehouse/domain'
import { Switch } from '../../../kit/index.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction, useServerWatches } from '../../../lib/queries/index.ts'

/** Lets the person follow a resource: only then does its server report changes. Absent where it never does. */
export function WatchSwitch({ view, uri }: { view: ServerView; uri: string }) {
  const t = useT('serverPage')
  const words = useErrorWords()
  const { id } = view.config
  const watches = useServerWatches(id).data ?? []
  const watch = useAction('server.watch-resource', { quiet: true })
  if (!canSubscribe(view)) return null
  const isWatched = watch.isPending ? watch.variables.watch : watches.includes(uri)
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label={t('watch.on')}
        description={t('watch.note')}
        checked={isWatched}
        onCheckedChange={(next) => watch.mutate({ id, uri, watch: next })}
      />
      {watch.error && !watch.isPending && (
        <p role="alert" className="text-small text-danger">
          {t('watch.failed', { reason: words(watch.error) })}
        </p>
      )}
    </div>
  )
}

function canSubscribe({ connection }: ServerView): boolean {
  if (connection.status !== 'ready') return false
  const { resources } = connection.info.capabilities
  return (
    typeof resources === 'object' &&
    resources !== null &&
    'subscribe' in resources &&
    resources['subscribe'] === true
  )
}
