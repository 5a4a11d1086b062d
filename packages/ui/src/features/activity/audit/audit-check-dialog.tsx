import type { VaultState } from '@gatehouse/domain'
import type { AuditCheck, AuditFault, AuditSignatures } from '@gatehouse/domain/audit'
import { Callout, Dialog } from '../../../kit/index.ts'
import { formatsOf } from '../../../lib/formats/formats.ts'
import { useVault } from '../../../lib/queries/index.ts'
import {
  addWords,
  useLanguage,
  useT,
  type Language,
  type TFunction,
} from '../../../lib/words/i18n.ts'
import { auditCheck as en } from '../../../locales/en/audit-check.ts'
import { auditCheck as zhCN } from '../../../locales/zh-CN/audit-check.ts'

addWords('auditCheck', { en, 'zh-CN': zhCN })

/** Result of a check of the whole record: what it proves, and what it leaves open. */
export function AuditCheckDialog({ check, onClose }: { check: AuditCheck; onClose: () => void }) {
  const t = useT('auditCheck')
  const language = useLanguage()
  const vault = useVault().data
  const { signatures, fault } = check
  const isSigned = signatures.key === 'used'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')}>
      <div className="flex flex-col gap-3" data-testid="audit-check">
        {fault ? (
          <Callout tone="danger" role="alert" title={t(`fault.${fault.kind}`)}>
            {faultWords(language, fault)}
          </Callout>
        ) : (
          <>
            <ChainCallout check={check} />
            <Callout
              tone={isSigned ? 'success' : 'info'}
              role="status"
              title={t(`signatures.${isSigned ? 'used' : 'unchecked'}`)}
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

function ChainCallout({ check: { records, unchained, deleted, restored } }: { check: AuditCheck }) {
  const t = useT('auditCheck')
  const { number } = useLanguage().once(formatsOf)
  const chained = records - unchained
  return (
    <Callout
      tone={unchained > 0 || records === 0 ? 'info' : 'success'}
      role="status"
      title={t('intact', { count: chained, number: number(chained) })}
    >
      {deleted > 0 ? t('meansCut', { record: number(deleted) }) : t('means')}
      {unchained > 0 && ` ${t('meansOlder', { count: unchained, number: number(unchained) })}`}
      {restored > 0 && ` ${t('meansRestored', { record: number(restored) })}`}
    </Callout>
  )
}

function faultWords(language: Language, { kind, record, at }: AuditFault): string {
  const t = language.words('auditCheck')
  const { moment, number } = language.once(formatsOf)
  const place = { record: number(record) }
  if (kind === 'deleted') return t('deletedAt', place)
  if (kind === 'rewritten') return t('rewrittenAt', place)
  if (kind === 'missing-end') return t('endsAt', place)
  return at === null ? t('faultAt', place) : t('faultAtTime', { ...place, at: moment(at) })
}

/** Returns what the signatures prove, then what they do not. */
function signatureWords(
  language: Language,
  signatures: AuditSignatures,
  vault: VaultState | undefined,
): string[] {
  const t = language.words('auditCheck')
  const { number } = language.once(formatsOf)
  const { key, begins, through, anchored, earlier } = signatures
  if (key !== 'used')
    return [unsignedWords(t, { signatures, vault, number }), t('signatures.writer')]
  const record = (of: number) => ({ record: number(of) })
  return [
    begins > 0 && t('signatures.begins', record(begins)),
    through > 0 && t('signatures.through', record(through)),
    anchored > 0 && t('signatures.anchored', record(anchored)),
    t('signatures.later'),
    earlier > 0 && t('signatures.earlier', { count: earlier, number: number(earlier) }),
    t('signatures.reader'),
  ].filter((words) => words !== false)
}

/** Returns the reason why no signature was checked. */
function unsignedWords(
  t: TFunction<'auditCheck'>,
  about: {
    signatures: AuditSignatures
    vault: VaultState | undefined
    number: (value: number) => string
  },
): string {
  const { key, signed } = about.signatures
  if (key === 'none') return t('signatures.none')
  if (key === 'missing')
    return t('signatures.missing', { count: signed, number: about.number(signed) })
  if (about.vault?.kind !== 'memory') return t('signatures.closed')
  return t(`signatures.${about.vault.code === 'locked' ? 'locked' : 'unavailable'}`)
}
