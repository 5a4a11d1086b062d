import type { ServerView } from '@gatehouse/domain'
import { Play, type LucideIcon } from 'lucide-react'
import { Button, EmptyState } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'

/** In place of a list that only a running server can give. */
export function NotRunning({ view, icon }: { view: ServerView; icon: LucideIcon }) {
  const t = useT('servers')
  const start = useAction('server.start')
  const { status } = view.connection
  const idle = status === 'stopped' || status === 'failed'
  return (
    <EmptyState
      className="flex-1"
      icon={icon}
      title={t(idle ? 'notRunning' : `state.${status}`)}
      description={idle ? t('notRunningNote') : undefined}
      actions={
        idle && (
          <Button
            icon={Play}
            variant="primary"
            loading={start.isPending}
            onClick={() => start.mutate({ id: view.config.id })}
          >
            {t(status === 'failed' ? 'retry' : 'start')}
          </Button>
        )
      }
    />
  )
}
