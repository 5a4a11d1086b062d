import {
  runtimeOf,
  type RuntimeName,
  type RuntimePlan,
  type RuntimeState,
} from '@gatehouse/domain/launch'
import { FolderOpen, HardDriveDownload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Callout, ProgressBar, RevealText } from '../../../kit/index.ts'
import { SearchedFolders } from '../../../launch-review/launch-files.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useRuntimes } from '../../../lib/queries/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useRuntimeWords } from '../../../lib/words/runtime-words.ts'
import { useRuntimeCopy, type RuntimeCopy } from './use-runtime-copy.ts'

export interface MissingRuntimeProps {
  launch: { command: string; args: readonly string[] }
  /** Name of another server of the same file that needs no runtime. */
  otherVariant?: string | undefined
  /** Shown once the runtime is there. */
  whenReady?: ReactNode
}

/** The runtime that a launch lacks: where it was looked for, and the ways to get it. Nothing where it is there. */
export function MissingRuntime({ launch, ...rest }: MissingRuntimeProps) {
  const name = runtimeNamed(launch)
  return name === null ? null : <Missing name={name} command={launch.command} {...rest} />
}

/** Tells the launches whose runtime is known to be missing. */
export function useRuntimeLack(): (launch: MissingRuntimeProps['launch']) => boolean {
  const { data } = useRuntimes()
  return (launch) => {
    const state = data?.runtimes.find(({ name }) => name === runtimeNamed(launch))
    return state !== undefined && !isThere(state)
  }
}

/** The runtime of a launch whose command is looked for by its name. */
function runtimeNamed({ command, args }: MissingRuntimeProps['launch']): RuntimeName | null {
  return /[\\/]/.test(command) ? null : runtimeOf({ command, args: [...args] })
}

type MissingProps = Omit<MissingRuntimeProps, 'launch'> & { name: RuntimeName; command: string }

function Missing({ name, command, otherVariant, whenReady }: MissingProps) {
  const t = useRuntimeWords()
  const { bytes } = useFormats()
  const { data } = useRuntimes()
  const copy = useRuntimeCopy(name)
  const state = data?.runtimes.find((one) => one.name === name)
  const runtime = t(`name.${name}`)
  if (copy.isRunning) return <Running runtime={runtime} copy={copy} />
  if (copy.isReady && whenReady !== undefined)
    return (
      <Callout role="status" title={t('ready', { runtime })}>
        {whenReady}
      </Callout>
    )
  if (!data || !state || isThere(state)) return null
  const { plan } = state
  const size = plan?.archives.reduce((sum, one) => sum + one.bytes, 0) ?? 0
  return (
    <Callout
      tone="warning"
      title={t('missing', { runtime })}
      actions={
        <>
          {plan && (
            <Button size="small" variant="primary" icon={HardDriveDownload} onClick={copy.install}>
              {t(isLimited(plan) ? 'getUpTo' : 'get', {
                runtime,
                version: plan.version,
                size: bytes(rounded(size)),
              })}
            </Button>
          )}
          <Button size="small" icon={FolderOpen} onClick={copy.pick}>
            {t('choose')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1.5">
        <RevealText text={t('neededBy', { command })} />
        <p>{plan ? t('getNote') : t('noCopy', { runtime })}</p>
        {otherVariant !== undefined && (
          <RevealText text={t('otherVariant', { name: otherVariant })} />
        )}
        {copy.failure !== null && (
          <p role="alert" className="text-danger">
            {copy.failure}
          </p>
        )}
        <SearchedFolders folders={data.lookedIn} />
      </div>
    </Callout>
  )
}

const isLimited = ({ archives }: RuntimePlan): boolean =>
  archives.some(({ isLimit }) => isLimit === true)

/** To 0.1 MB. */
const rounded = (size: number): number => Math.round(size / 100_000) * 100_000

const isThere = ({ found, managed, picked }: RuntimeState): boolean =>
  found !== null || managed !== null || picked !== null

function Running({ runtime, copy }: { runtime: string; copy: RuntimeCopy }) {
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
