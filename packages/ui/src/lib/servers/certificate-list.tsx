import type { CertificateFacts } from '@gatehouse/domain/network'
import { Badge, RevealText } from '../../kit/index.ts'
import { useFormats } from '../formats/formats.ts'
import { useT } from '../words/i18n.ts'
import { useNow } from '../formats/now.ts'

/** Certificates with subject, issuer, validity and fingerprint. Their names are hostile text. */
export function CertificateList({ certificates }: { certificates: readonly CertificateFacts[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-sunken">
      {certificates.map((certificate) => (
        <li key={certificate.fingerprint} className="px-3 py-2">
          <Certificate certificate={certificate} />
        </li>
      ))}
    </ul>
  )
}

function Certificate({ certificate }: { certificate: CertificateFacts }) {
  const t = useT('network')
  const { day } = useFormats()
  const { subject, issuer, validFrom, validTo, fingerprint } = certificate
  const now = useNow(null)
  return (
    <>
      <RevealText text={subject} className="text-body break-words" />
      {issuer !== subject && (
        <span className="block text-small break-words text-fg-2">
          <RevealText text={t('issuedBy', { issuer })} />
        </span>
      )}
      <span className="block text-small text-fg-2">
        {t('valid', { from: day(validFrom), to: day(validTo) })}{' '}
        {now > validTo && <Badge tone="danger">{t('expired')}</Badge>}
        {now < validFrom && <Badge tone="warning">{t('notYetValid')}</Badge>}
      </span>
      <span className="block font-mono text-small break-all text-fg-3">
        {t('fingerprint')} {fingerprint}
      </span>
    </>
  )
}
