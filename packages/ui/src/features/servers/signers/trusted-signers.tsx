import { Button, RevealText } from '../../../kit/index.ts'
import { useFocusAfterRemoval } from '../../../lib/keys/focus-after-removal.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useAction, useSettings } from '../../../lib/queries/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Signers of bundles whom the person trusts. */
export function TrustedSigners() {
  const t = useT('serverImport')
  const { moment } = useFormats()
  const signers = useSettings().data?.trustedSigners ?? []
  const forget = useAction('import.forget-signer')
  const focus = useFocusAfterRemoval<HTMLElement>()
  return (
    <section {...focus} aria-label={t('signers.title')}>
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('signers.title')}</h2>
      <p className="text-small text-fg-3">
        {t(signers.length === 0 ? 'signers.none' : 'signers.note')}
      </p>
      <ul className="flex flex-col">
        {signers.map(({ certificate, name, at }) => (
          <li
            key={certificate}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2"
          >
            <span className="min-w-0 flex-1">
              <RevealText text={name || '?'} />
              <span className="block font-mono text-small break-all text-fg-3">{certificate}</span>
              <span className="block text-small text-fg-3">
                {t('signers.since', { at: moment(at) })}
              </span>
            </span>
            <Button
              size="small"
              loading={forget.isPending && forget.variables.certificate === certificate}
              aria-label={t('signers.forgetOne', { name: name || '?' })}
              onClick={() => forget.mutate({ certificate })}
            >
              {t('signers.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
