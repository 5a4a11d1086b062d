import {
  Archive,
  Cpu,
  Globe,
  Info,
  KeyRound,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  TriangleAlert,
} from 'lucide-react'
import { Icon, List, ListRow, PaneBody, PaneHeader } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useVault } from '../../lib/queries/index.ts'
import { useUi, type SettingsPage } from '../../lib/ui-store.tsx'

const pages = [
  { page: 'general', icon: SlidersHorizontal },
  { page: 'models', icon: Cpu },
  { page: 'servers', icon: Server },
  { page: 'permissions', icon: ShieldCheck },
  { page: 'network', icon: Globe },
  { page: 'keychain', icon: KeyRound },
  { page: 'backup', icon: Archive },
  { page: 'about', icon: Info },
] as const satisfies { page: SettingsPage; icon: typeof Info }[]

/** The second column of Settings. */
export function SettingsList() {
  const t = useT('settings')
  const common = useT('common')
  const current = useUi((ui) => ui.settingsPage)
  const openSettings = useUi((ui) => ui.openSettings)
  const memoryOnly = useVault().data?.kind === 'memory'
  return (
    <>
      <PaneHeader kind="list" title={common('sections.settings')} />
      <PaneBody>
        <List label={common('sections.settings')}>
          {pages.map(({ page, icon }) => (
            <ListRow
              key={page}
              leading={<Icon icon={icon} />}
              title={t(`pages.${page}`)}
              trailing={
                page === 'keychain' &&
                memoryOnly && <Icon icon={TriangleAlert} size={14} className="text-warning" />
              }
              selected={page === current}
              onClick={() => openSettings(page)}
            />
          ))}
        </List>
      </PaneBody>
    </>
  )
}
