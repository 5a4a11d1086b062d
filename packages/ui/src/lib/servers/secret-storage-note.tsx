import type { VaultState } from '@gatehouse/domain'
import { KeyRound } from 'lucide-react'
import { Callout, Icon } from '../../kit/index.ts'
import { useT, type TFunction } from '../words/i18n.ts'
import { useVault } from '../queries/app.ts'

/** Where secrets are kept, or why there is no keychain and how to fix it, in the language shown now. */
export function useSecretStorageWords(): (vault: VaultState) => string {
  const t = useT('settings')
  return (vault) => secretStorageWords(t, vault)
}

/** The same in the language of `t`. */
export function secretStorageWords(t: TFunction<'settings'>, vault: VaultState): string {
  return vault.kind === 'keychain'
    ? t(`keychain.inKeychain.${vault.name}`)
    : t('keychain.reasonAndRemedy', {
        reason: t(`keychain.reasons.${vault.code}`),
        remedy: t(`keychain.remedies.${vault.code}`),
      })
}

/** One line under a field for a secret: where it will be kept, or that it is kept in memory only. */
export function SecretStorageNote() {
  const vault = useVault().data
  return vault ? <SecretStorageText vault={vault} /> : null
}

/** The same where main has already sent what there is. */
export function SecretStorageText({ vault }: { vault: VaultState }) {
  const t = useT('settings')
  const words = useSecretStorageWords()
  if (vault.kind === 'memory') {
    return (
      <Callout tone="warning" title={t('keychain.memoryOnly')}>
        {words(vault)}
      </Callout>
    )
  }
  return (
    <p className="flex items-start gap-1.5 text-small text-fg-3">
      <Icon icon={KeyRound} size={14} className="mt-px" />
      {words(vault)}
    </p>
  )
}
