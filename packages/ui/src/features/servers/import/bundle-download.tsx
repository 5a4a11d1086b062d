import type { ImportedServer } from '@gatehouse/domain/launch'
import { Download } from 'lucide-react'
import { Button, Callout, RevealText, Spinner } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useNow } from '../../../lib/formats/now.ts'
import { useT } from '../../../lib/words/i18n.ts'
import type { ImportFlow } from './import-flow.ts'

interface BundleDownloadProps {
  server: ImportedServer
  flow: ImportFlow
}

/** The bundle of a registry's entry: its address and digest, and the press that fetches it. */
export function BundleDownload({ server, flow }: BundleDownloadProps) {
  const t = useT('serverImport')
  const { download, id } = server
  if (!download) return null
  const { url, sha256 } = download
  const { host } = new URL(url)
  if (flow.downloading?.serverId === id) return <Downloading flow={flow} host={host} />
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 text-small text-fg-2">
      <p>{t('download.note')}</p>
      <RevealText text={url} className="font-mono break-all" />
      <p className="text-fg-3">
        {t('bundle.digest')} <span className="font-mono break-all">{sha256}</span>
      </p>
      <Button
        size="small"
        className="mt-1"
        icon={Download}
        disabled={flow.downloading !== null}
        onClick={() => flow.download(server)}
      >
        {t('download.do', { host })}
      </Button>
    </div>
  )
}

function Downloading({ flow, host }: { flow: ImportFlow; host: string }) {
  const t = useT('serverImport')
  const common = useT('common')
  const { bytes, duration } = useFormats()
  const now = useNow(1000)
  const { startedAt = now, progress = null } = flow.downloading ?? {}
  const seconds = Math.max(1, Math.round((now - startedAt) / 1000))
  const received = bytes(progress?.progress ?? 0)
  const total = progress?.total
  const facts = [
    t('download.running', { host }),
    total === undefined ? received : t('download.of', { received, total: bytes(total) }),
    duration(seconds * 1000),
  ]
  return (
    <Callout
      role="status"
      title={
        <span className="flex items-center gap-2">
          <Spinner />
          {facts.join(' · ')}
        </span>
      }
      actions={
        <Button size="small" onClick={flow.cancelDownload}>
          {common('actions.cancel')}
        </Button>
      }
    />
  )
}
