import { Button, Callout, RevealText, Spinner } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useNow } from '../../../lib/formats/now.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useInstallWords } from '../../../lib/words/install-words.ts'
import type { Installation } from './use-installation.ts'

type Shown = Pick<Installation, 'isRunning' | 'startedAt' | 'progress' | 'failure' | 'cancel'>

/** An installation that runs, with its progress, or the reason for which it failed; nothing for any other. */
export function InstallationState({ installation }: { installation: Shown }) {
  const { isRunning, failure } = installation
  if (isRunning) return <Running installation={installation} />
  if (failure === null) return null
  return (
    <Callout tone="danger" role="alert" title={failure.title}>
      {failure.detail !== '' && <RevealText text={failure.detail} className="text-small" />}
    </Callout>
  )
}

function Running({ installation: { startedAt, progress, cancel } }: { installation: Shown }) {
  const t = useInstallWords()
  const common = useT('common')
  const { number, duration } = useFormats()
  const now = useNow(1000)
  const seconds = Math.max(1, Math.round((now - startedAt) / 1000))
  return (
    <Callout
      role="status"
      title={
        <span className="flex items-center gap-2">
          <Spinner />
          {progress === null
            ? t('waiting')
            : `${t('running')} · ${t('fetched', { count: progress.progress, number: number(progress.progress) })} · ${t('elapsed', { time: duration(seconds * 1000) })}`}
        </span>
      }
      actions={
        <Button size="small" onClick={cancel}>
          {common('actions.cancel')}
        </Button>
      }
    >
      {progress?.message !== undefined && (
        <RevealText
          text={t('last', { name: progress.message })}
          className="font-mono text-small text-fg-3"
        />
      )}
    </Callout>
  )
}
