import type { VaultState } from '@gatehouse/domain'
import type { AuditCheck, AuditFault, AuditSignatures } from '@gatehouse/domain/audit'
import type { TFunction } from 'i18next'
import { Callout, Dialog } from '../../../kit/index.ts'
import { formatsOf } from '../../../lib/formats/formats.ts'
import { useVault } from '../../../lib/queries/index.ts'
import { useLanguage, useT, type Language } from '../../../lib/words/i18n.ts'

/** Result of a check of the whole record: what it proves, and what it leaves open. */
export function AuditCheckDialog({ check, onClose }: { check: AuditCheck; onClose: () => void }) {
  const t = useT('activity')
  const language = useLanguage()
  const vault = useVault().data
  const { signatures, fault } = check
  const isSigned = signatures.key === 'used'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('whole.check')}>
      <div className="flex flex-col gap-3" data-testid="audit-check">
        {fault ? (
          <Callout tone="danger" role="alert" title={t(`whole.fault.${fault.kind}`)}>
            {faultWords(language, fault)}
          </Callout>
        ) : (
          <>
            <ChainCallout check={check} />
            <Callout
              tone={isSigned ? 'success' : 'info'}
              role="status"
              title={t(`whole.signatures.${isSigned ? 'used' : 'unchecked'}`)}
            >
              <ul className="flex list-disc flex-col gap-1 pl-4">
                {signatureWords(language, signatures, vault).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Callout>
          </>
        )}
      </div>
    </Dialog>
  )
}

function ChainCallout({ check: { records, unchained, deleted } }: { check: AuditCheck }) {
  const t = useT('activity')
  const { number } = useLanguage().once(formatsOf)
  const chained = records - unchained
  return (
    <Callout
      tone={unchained > 0 || records === 0 ? 'info' : 'success'}
      role="status"
      title={t('whole.intact', { count: chained, number: number(chained) })}
    >
      {deleted > 0 ? t('whole.meansCut', { record: number(deleted) }) : t('whole.means')}
      {unchained > 0 &&
        ` ${t('whole.meansOlder', { count: unchained, number: number(unchained) })}`}
    </Callout>
  )
}

function faultWords(language: Language, { kind, record, at }: AuditFault): string {
  const t = language.words('activity')
  const { moment, number } = language.once(formatsOf)
  const place = { record: number(record) }
  if (kind === 'deleted') return t('whole.deletedAt', place)
  if (kind === 'rewritten') return t('whole.rewrittenAt', place)
  if (kind === 'missing-end') return t('whole.endsAt', place)
  return at === null
    ? t('whole.faultAt', place)
    : t('whole.faultAtTime', { ...place, at: moment(at) })
}

/** Returns what the signatures prove, then what they do not. */
function signatureWords(
  language: Language,
  signatures: AuditSignatures,
  vault: VaultState | undefined,
): string[] {
  const t = language.words('activity')
  const { number } = language.once(formatsOf)
  const { key, begins, through, anchored, earlier } = signatures
  if (key !== 'used')
    return [unsignedWords(t, { signatures, vault, number }), t('whole.signatures.writer')]
  const record = (of: number) => ({ record: number(of) })
  return [
    begins > 0 && t('whole.signatures.begins', record(begins)),
    through > 0 && t('whole.signatures.through', record(through)),
    anchored > 0 && t('whole.signatures.anchored', record(anchored)),
    t('whole.signatures.later'),
    earlier > 0 && t('whole.signatures.earlier', { count: earlier, number: number(earlier) }),
    t('whole.signatures.reader'),
  ].filter((words) => words !== false)
}

/** Returns the reason why no signature was checked. */
function unsignedWords(
  t: TFunction<'activity'>,
  about: {
    signatures: AuditSignatures
    vault: VaultState | undefined
    number: (value: number) => string
  },
): string {
  const { key, signed } = about.signatures
  if (key === 'none') return t('whole.signatures.none')
  if (key === 'missing')
    return t('whole.signatures.missing', { count: signed, number: about.number(signed) })
  if (about.vault?.kind !== 'memory') return t('whole.signatures.closed')
  return t(`whole.signatures.${about.vault.code === 'locked' ? 'locked' : 'unavailable'}`)
}
