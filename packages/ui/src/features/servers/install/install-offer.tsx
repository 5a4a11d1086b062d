import type { ServerView } from '@gatehouse/domain'
import { npmPackageOf } from '@gatehouse/domain/launch'
import { HardDriveDownload } from 'lucide-react'
import { Button, Callout } from '../../../kit/index.ts'
import { useNpm } from '../../../lib/queries/index.ts'
import { useInstallWords } from '../../../lib/words/install-words.ts'
import { InstallationFacts } from '../../../launch-review/installation-facts.tsx'
import { InstallationState } from './installation-state.tsx'
import { useInstallation } from './use-installation.ts'

/** The installation of a server, or the offer to install one that npm fetches at each start. */
export function ServerInstallationPart({ view: { config } }: { view: ServerView }) {
  const { transport, installation } = config
  if (installation) return <InstallationFacts installation={installation} />
  const isFetched = transport.kind === 'stdio' && npmPackageOf(transport) !== null
  return isFetched ? <InstallOffer id={config.id} /> : null
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
