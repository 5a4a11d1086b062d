import type { ImportedBundle } from '@gatehouse/domain/launch'
import { RevealText } from '../kit/index.ts'
import { useFormats } from '../lib/formats/formats.ts'
import { useT } from '../lib/words/i18n.ts'

/** A bundle as it describes itself, what was counted in it, and who signed it. */
export function BundleFacts({ bundle }: { bundle: ImportedBundle }) {
  const t = useT('serverImport')
  const { bytes, list } = useFormats()
  const { version, author, files, size, signer, certificate, trust, sha256, hosts = [] } = bundle
  const claimed = [
    version !== '' && t('bundle.version', { version }),
    author !== '' && t('bundle.author', { author }),
  ].filter((text) => text !== false)
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-small text-fg-2">
      {claimed.length > 0 && <RevealText text={claimed.join(' · ')} />}
      <p>{t('bundle.files', { count: files, size: bytes(size) })}</p>
      {hosts.length > 0 && <RevealText text={t('bundle.hosts', { hosts: list(hosts) })} />}
      <RevealText text={t(`bundle.trust.${trust}`, { signer: signer || '?' })} />
      {certificate !== null && (
        <p className="text-fg-3">
          {t('bundle.certificate')} <span className="font-mono break-all">{certificate}</span>
        </p>
      )}
      <p className="text-fg-3">
        {t('bundle.digest')} <span className="font-mono break-all">{sha256}</span>
      </p>
    </div>
  )
}
