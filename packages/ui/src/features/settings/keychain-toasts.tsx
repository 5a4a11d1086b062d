import { useEffect, useRef } from 'react'
import { useToasts } from '../../kit/index.ts'
import { useVault } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { worded } from '../../lib/words/worded.ts'
import { secretStorageWords } from '../../lib/servers/secret-storage-note.tsx'

/** Notifies when the keychain refuses what it took until now, and when it works again. Draws nothing. */
export function KeychainToasts() {
  const vault = useVault().data
  const { show, hide } = useToasts()
  const openSettings = useUi((ui) => ui.openSettings)
  // Its own page says the same.
  const isThere = useUi((ui) => ui.section === 'settings' && ui.settingsPage === 'keychain')
  const known = useRef<'keychain' | 'memory' | null>(null)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (!vault) return
    if (isThere && shown.current !== null && known.current === 'memory') {
      hide(shown.current)
      shown.current = null
    }
    const before = known.current
    known.current = vault.kind
    if (before === null || before === vault.kind) return
    if (shown.current !== null) hide(shown.current)
    if (vault.kind === 'keychain') {
      shown.current = show({
        tone: 'success',
        title: worded('settings', (t) => t('keychain.again')),
      })
      return
    }
    if (isThere) return
    shown.current = show({
      tone: 'warning',
      title: worded('settings', (t) => t('keychain.memoryOnly')),
      description: worded('settings', (t) => secretStorageWords(t, vault)),
      timeout: 0,
      action: {
        label: worded('settings', (t) => t('keychain.show')),
        onSelect: () => openSettings('keychain'),
      },
    })
  })
  return null
}
