import { runtimeOf, type RuntimeName } from '@gatehouse/domain/launch'
import type { ReactNode } from 'react'
import { Callout, RevealText } from '../../../kit/index.ts'
import { SearchedFolders } from '../../../launch-review/launch-files.tsx'
import { useRuntimes } from '../../../lib/queries/index.ts'
import { useRuntimeWords } from '../../../lib/words/runtime-words.ts'
import { FetchedCopy, isThere, RuntimeWays } from './runtime-ways.tsx'
import { useRuntimeCopy } from './use-runtime-copy.ts'

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
  const { data } = useRuntimes()
  const copy = useRuntimeCopy(name)
  const state = data?.runtimes.find((one) => one.name === name)
  const runtime = t(`name.${name}`)
  if (copy.isRunning) return <FetchedCopy runtime={runtime} copy={copy} />
  if (copy.isReady && whenReady !== undefined)
    return (
      <Callout role="status" title={t('ready', { runtime })}>
        {whenReady}
      </Callout>
    )
  if (!data || !state || isThere(state)) return null
  return (
    <Callout
      tone="warning"
      title={t('missing', { runtime })}
      actions={<RuntimeWays state={state} copy={copy} isMain />}
    >
      <div className="flex flex-col gap-1.5">
        <RevealText text={t('neededBy', { command })} />
        <p>{state.plan ? t('getNote') : t('noCopy', { runtime })}</p>
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
