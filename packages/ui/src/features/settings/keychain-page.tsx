import type { VaultState } from '@gatehouse/domain'
import { RotateCw } from 'lucide-react'
import { Button, Callout, useToasts } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useVault } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { useSecretStorageWords } from '../../lib/servers/secret-storage-note.tsx'
import { worded } from '../../lib/words/worded.ts'
import { StoredSecrets } from './stored-secrets.tsx'

/** A keychain that is there: used, or not tried yet. */
function InKeychain({ vault }: { vault: Extract<VaultState, { kind: 'keychain' }> }) {
  const t = useT('settings')
  const words = useSecretStorageWords()
  if (!vault.isUntried) return <Callout tone="success" title={words(vault)} />
  return <Callout title={t('keychain.untried')}>{t(`keychain.untriedNote.${vault.name}`)}</Callout>
}

/** Where secrets are kept, and what to do when that is nowhere safe. */
export function KeychainPage() {
  const t = useT('settings')
  const { show } = useToasts()
  const words = useSecretStorageWords()
  const probe = useAction('app.probe-vault', {
    onSuccess: (vault) =>
      vault.kind === 'keychain'
        ? show({ tone: 'success', title: worded('settings', (to) => to('keychain.probed')) })
        : show({ tone: 'warning', title: worded('settings', (to) => to('keychain.notFound')) }),
  })
  return (
    <QueryStates query={useVault()}>
      {(vault) => {
        return (
          <>
            {vault.kind === 'keychain' ? (
              <InKeychain vault={vault} />
            ) : (
              <Callout
                tone="warning"
                title={t(vault.code === 'locked' ? 'keychain.locked' : 'keychain.memoryOnly')}
                actions={
                  <Button
                    size="small"
                    icon={RotateCw}
                    loading={probe.isPending}
                    onClick={() => probe.mutate({})}
                  >
                    {t(vault.code === 'locked' ? 'keychain.unlock' : 'keychain.probe')}
                  </Button>
                }
              >
                {vault.code === 'locked' ? t('keychain.lockedNote') : words(vault)}
              </Callout>
            )}
            {vault.kind === 'keychain' && (
              <p className="text-body text-fg-2">{t('keychain.explain')}</p>
            )}
            <StoredSecrets />
          </>
        )
      }}
    </QueryStates>
  )
}
