import type { RuntimePlan, RuntimeState } from '@gatehouse/domain/launch'
import { FolderOpen, HardDriveDownload } from 'lucide-react'
import { Button, Callout, ProgressBar } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useRuntimeWords } from '../../../lib/words/runtime-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import type { RuntimeCopy } from './use-runtime-copy.ts'

interface RuntimeWaysProps {
  state: RuntimeState
  copy: RuntimeCopy
  /** Nothing else on the page matters as much. */
  isMain?: boolean
}

/** Buttons to get a missing runtime: a copy, if there is one for this system, or a program of the person. */
export function RuntimeWays({ state: { name, plan }, copy, isMain = false }: RuntimeWaysProps) {
  const t = useRuntimeWords()
  const { bytes } = useFormats()
  const runtime = t(`name.${name}`)
  const size = plan?.archives.reduce((sum, one) => sum + one.bytes, 0) ?? 0
  return (
    <>
      {plan && (
        <Button
          size="small"
          variant={isMain ? 'primary' : 'secondary'}
          icon={HardDriveDownload}
          onClick={copy.install}
        >
          {t(isLimited(plan) ? 'getUpTo' : 'get', {
            runtime,
            version: plan.version,
            size: bytes(rounded(size)),
          })}
        </Button>
      )}
      <Button
        size="small"
        icon={FolderOpen}
        aria-label={isMain ? undefined : t('settings.chooseOne', { runtime })}
        onClick={copy.pick}
      >
        {t('choose')}
      </Button>
    </>
  )
}

const isLimited = ({ archives }: RuntimePlan): boolean =>
  archives.some(({ isLimit }) => isLimit === true)

/** To 0.1 MB. */
const rounded = (size: number): number => Math.round(size / 100_000) * 100_000

export const isThere = ({ found, managed, picked }: RuntimeState): boolean =>
  found !== null || managed !== null || picked !== null

/** Progress of a copy that is fetched. */
export function FetchedCopy({ runtime, copy }: { runtime: string; copy: RuntimeCopy }) {
  const t = useRuntimeWords()
  const common = useT('common')
  const { bytes } = useFormats()
  const { progress, cancel } = copy
  const total = progress?.total
  return (
    <Callout
      role="status"
      title={progress === null ? t('waiting') : t('fetching', { runtime })}
      actions={
        <Button size="small" onClick={cancel}>
          {common('actions.cancel')}
        </Button>
      }
    >
      {progress !== null && total !== undefined && (
        <ProgressBar
          label={t('fetching', { runtime })}
          value={progress.progress / total}
          message={t('fetched', {
            done: bytes(rounded(progress.progress)),
            total: bytes(rounded(total)),
          })}
        />
      )}
    </Callout>
  )
}
