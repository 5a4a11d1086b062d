import type { RuntimeState } from '@gatehouse/domain/launch'
import type { ReactNode } from 'react'
import { Button, RevealText } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useFocusAfterRemoval } from '../../../lib/keys/focus-after-removal.ts'
import { useAction, useRuntimes } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useRuntimeWords } from '../../../lib/words/runtime-words.ts'
import { FetchedCopy, isThere, RuntimeWays } from './runtime-ways.tsx'
import { useRuntimeCopy } from './use-runtime-copy.ts'

/** Runtimes of this computer, copies of them, and programs that the person chose. */
export function RuntimeSettings() {
  const t = useRuntimeWords()
  const focus = useFocusAfterRemoval<HTMLElement>()
  return (
    <section {...focus} aria-label={t('settings.title')}>
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('settings.title')}</h2>
      <p className="text-small text-fg-3">{t('settings.note')}</p>
      <QueryStates query={useRuntimes()}>
        {({ runtimes }) => (
          <ul className="flex flex-col">
            {runtimes.map((state) => (
              <Runtime key={state.name} state={state} />
            ))}
          </ul>
        )}
      </QueryStates>
    </section>
  )
}

function Runtime({ state }: { state: RuntimeState }) {
  const t = useRuntimeWords()
  const { bytes, list } = useFormats()
  const { cache } = useBridge()
  const onSuccess = (): void => cache.refresh(queryKeys.runtimes)
  const remove = useAction('runtimes.remove', { onSuccess })
  const forget = useAction('runtimes.forget', { onSuccess })
  const { name, found, managed, usedBy, picked } = state
  const runtime = t(`name.${name}`)
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="w-24 font-medium">{runtime}</span>
        <span className="min-w-0 flex-1 text-small text-fg-2">
          {found === null ? (
            t('settings.none')
          ) : (
            <RevealText
              text={
                found.version === null
                  ? t('settings.foundUnknown', { path: found.path })
                  : t('settings.found', { version: found.version, path: found.path })
              }
            />
          )}
        </span>
      </div>
      {!isThere(state) && <Ways state={state} />}
      {managed && (
        <Row
          action={
            <Button
              size="small"
              loading={remove.isPending}
              aria-label={t('settings.removeOne', { runtime })}
              onClick={() => remove.mutate({ name })}
            >
              {t('settings.remove')}
            </Button>
          }
        >
          {t('settings.copy', { version: managed.version, size: bytes(managed.size) })}
          {usedBy.length > 0 && (
            <RevealText text={t('settings.usedBy', { servers: list(usedBy) })} className="block" />
          )}
        </Row>
      )}
      {picked !== null && (
        <Row
          action={
            <Button
              size="small"
              loading={forget.isPending}
              aria-label={t('settings.forgetOne', { runtime })}
              onClick={() => forget.mutate({ name })}
            >
              {t('settings.forget')}
            </Button>
          }
        >
          <RevealText text={t('settings.picked', { path: picked })} />
        </Row>
      )}
    </li>
  )
}

function Ways({ state }: { state: RuntimeState }) {
  const t = useRuntimeWords()
  const copy = useRuntimeCopy(state.name)
  if (copy.isRunning) return <FetchedCopy runtime={t(`name.${state.name}`)} copy={copy} />
  return (
    <div className="flex flex-wrap items-center gap-2 pl-27">
      <RuntimeWays state={state} copy={copy} />
      {copy.failure !== null && (
        <p role="alert" className="text-small text-danger">
          {copy.failure}
        </p>
      )}
    </div>
  )
}

function Row({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-27">
      <span className="min-w-0 flex-1 text-small text-fg-2">{children}</span>
      {action}
    </div>
  )
}
