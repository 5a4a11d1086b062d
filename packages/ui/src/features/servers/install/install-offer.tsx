import type { ServerView } from '@gatehouse/domain'
import { programNameOf, type ServerInstallation } from '@gatehouse/domain/launch'
import { useEffect } from 'react'
import { HardDriveDownload, RefreshCw, Undo2 } from 'lucide-react'
import { Button, Callout, RevealText } from '../../../kit/index.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { useInstallWords } from '../../../lib/words/install-words.ts'
import { InstallationFacts } from '../../../launch-review/installation-facts.tsx'
import { NotInstalled } from './install-choice.tsx'
import { InstallationState } from './installation-state.tsx'
import { pendingUpdateKey } from './pending-update.ts'
import { isPackage, useInstallable } from './use-installable.ts'
import { useInstallation } from './use-installation.ts'

/** The installation of a server, or the offer to install one that is fetched at each start. */
export function ServerInstallationPart({ view: { config } }: { view: ServerView }) {
  const { transport, installation } = config
  const installable = useInstallable()
  if (installation) return <Installed id={config.id} installation={installation} />
  const isOffered = isPackage(installable(transport))
  if (!isOffered || transport.kind !== 'stdio') return <NotInstalled launch={transport} />
  return <InstallOffer id={config.id} runner={programNameOf(transport.command)} />
}

function Installed({ id, installation }: { id: string; installation: ServerInstallation }) {
  const t = useInstallWords()
  const running = useInstallation(() => undefined)
  const [isPending, keepPending] = useRetainedState<boolean>(pendingUpdateKey(id))
  const { update } = running
  useEffect(() => {
    if (isPending !== true) return
    keepPending(undefined)
    update(id)
  })
  const { former } = installation
  return (
    <div className="flex flex-col gap-2">
      <InstallationFacts installation={installation} />
      <InstallationState installation={running} />
      {!running.isRunning && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="small" icon={RefreshCw} onClick={() => running.update(id)}>
            {t('update')}
          </Button>
          {former && (
            <Button
              size="small"
              icon={Undo2}
              loading={running.isRestoring}
              onClick={() => running.restore(id)}
            >
              <RevealText text={t('restore', { version: former.package.version })} />
            </Button>
          )}
          {running.isUnchanged && (
            <span role="status" className="text-note text-fg-2">
              {t('unchanged')}
            </span>
          )}
        </div>
      )}
    </div>
  )
}

function InstallOffer({ id, runner }: { id: string; runner: string }) {
  const t = useInstallWords()
  const installation = useInstallation(() => undefined)
  return (
    <>
      <InstallationState installation={installation} />
      {!installation.isRunning && (
        <Callout
          title={t('offer', { runner })}
          actions={
            <Button size="small" icon={HardDriveDownload} onClick={() => installation.install(id)}>
              {t(runner === 'docker' ? 'offerPull' : 'offerAction')}
            </Button>
          }
        >
          {t('offerNote')}
        </Callout>
      )}
    </>
  )
}
