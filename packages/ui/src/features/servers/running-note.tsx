import { useState } from 'react'
import { Button, ProgressBar, RevealText } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNow } from '../../lib/formats/now.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import type { RunningRequest } from './features/use-running-request.ts'

/** A request that is on the server since this came: how far it is, and the way to stop it. */
export function RunningNote({ running, name }: { running: RunningRequest; name: string }) {
  const t = useT('serverPage')
  const { duration, number } = useFormats()
  const now = useNow(1000)
  const [since] = useState(now)
  const { progress, cancel } = running
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  const total = progress?.total
  const share = progress && total !== undefined && total > 0 ? progress.progress / total : null
  const counted =
    progress && total !== undefined
      ? t('running.progress', { done: number(progress.progress), total: number(total) })
      : ''
  return (
    <div role="status" className="flex items-end gap-4 rounded-lg border border-line px-3 py-2">
      <ProgressBar
        className="min-w-0 flex-1"
        label={t('running.label', { name: oneLine(name) })}
        value={share}
        message={
          progress?.message === undefined ? (
            counted || (
              <RevealText text={t('running.label', { name: oneLine(name) })} wrap={false} />
            )
          ) : (
            <RevealText text={oneLine(progress.message)} wrap={false} />
          )
        }
        elapsed={seconds > 0 ? duration(seconds * 1000) : undefined}
      />
      <Button size="small" onClick={cancel}>
        {t('running.cancel')}
      </Button>
    </div>
  )
}
