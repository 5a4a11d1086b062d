import type { ServerView } from '@gatehouse/domain'
import { npmPackageOf, type ServerInstallation } from '@gatehouse/domain/launch'
import { HardDriveDownload, RefreshCw, Undo2 } from 'lucide-react'
import { Button, Callout, RevealText } from '../../../kit/index.ts'
import { useNpm } from '../../../lib/queries/index.ts'
import { useInstallWords } from '../../../lib/words/install-words.ts'
import { InstallationFacts } from '../../../launch-review/installation-facts.tsx'
import { InstallationState } from './installation-state.tsx'
import { useInstallation } from './use-installation.ts'

/** The installation of a server, or the offer to install one that npm fetches at each start. */
export function ServerInstallationPart({ view: { config } }: { view: ServerView }) {
  const { transport, installation } = config
  if (installation) return <Installed id={config.id} installation={installation} />
  const isFetched = transport.kind === 'stdio' && npmPackageOf(transport) !== null
  return isFetched ? <InstallOffer id={config.id} /> : null
}

function Installed({ id, installation }: { id: string; installation: ServerInstallation }) {
  const t = useInstallWords()
  const running = useInstallation(() => undefined)
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

function InstallOffer({ id }: { id: string }) {
  const t = useInstallWords()
  const npm = useNpm()
  const installation = useInstallation(() => undefined)
  if (npm === null) return null
  return (
    <>
      <InstallationState installation={installation} />
      {!installation.isRunning && (
        <Callout
          title={t('offer')}
          actions={
            <Button size="small" icon={HardDriveDownload} onClick={() => installation.install(id)}>
              {t('offerAction')}
            </Button>
          }
        >
          {t('offerNote')}
        </Callout>
      )}
    </>
  )
}
