import type { ServerConfig } from '@gatehouse/domain'
import {
  SHARED_FORMATS,
  serverAsJson,
  serverInstallLink,
  type SharedText,
} from '@gatehouse/domain/shared-server'
import { Copy, Link } from 'lucide-react'
import { useToasts, type MenuEntry } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { worded } from '../../lib/words/worded.ts'

/** Menu entries that copy a server for other people and products. No secret is copied, and the toast names those. */
export function useShareEntries(config: ServerConfig): MenuEntry[] {
  const t = useT('servers')
  const { show } = useToasts()
  const copy = async (shared: SharedText | null): Promise<void> => {
    if (shared === null) {
      show({ tone: 'warning', title: worded('servers', (to) => to('share.tooLong')) })
      return
    }
    const names = shared.left.join(', ')
    try {
      await navigator.clipboard.writeText(shared.text)
    } catch {
      show({ tone: 'danger', title: worded('servers', (to) => to('share.failed')) })
      return
    }
    show({
      tone: 'success',
      title: worded('servers', (to) => to('share.copied')),
      ...(names === ''
        ? {}
        : { description: worded('servers', (to) => to('share.left', { names })) }),
    })
  }
  return [
    { label: t('share.link'), icon: Link, onSelect: () => void copy(serverInstallLink(config)) },
    {
      kind: 'submenu',
      label: t('share.json'),
      icon: Copy,
      entries: SHARED_FORMATS.map((format) => ({
        label: t(`share.formats.${format}`),
        onSelect: () => void copy(serverAsJson(config, format)),
      })),
    },
  ]
}
