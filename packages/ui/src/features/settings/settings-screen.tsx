import type { ReactNode } from 'react'
import { PaneBody, PaneHeader } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { AboutPage } from './about-page.tsx'
import { BackupPage } from './backup/backup-page.tsx'
import { GeneralPage } from './general-page.tsx'
import { KeychainPage } from './keychain-page.tsx'
import { NetworkPage } from './network-page.tsx'

export interface SettingsScreenProps {
  /** The page of models, which the models' own feature draws. */
  models: ReactNode
  /** Buttons in the head of that page. */
  modelActions?: ReactNode
  /** The page of servers, which the servers' feature draws. */
  servers: ReactNode
  /** Permissions at all servers, which the servers' feature draws. */
  permissions: ReactNode
}

/** The main pane of Settings. Every change takes effect at once. */
export function SettingsScreen({
  models,
  modelActions,
  servers,
  permissions,
}: SettingsScreenProps) {
  const t = useT('settings')
  const page = useUi((ui) => ui.settingsPage)
  const content: Record<typeof page, ReactNode> = {
    general: <GeneralPage />,
    models,
    servers,
    permissions,
    network: <NetworkPage />,
    keychain: <KeychainPage />,
    backup: <BackupPage />,
    about: <AboutPage />,
  }
  return (
    <>
      <PaneHeader
        title={t(`pages.${page}`)}
        actions={page === 'models' ? modelActions : undefined}
      />
      <PaneBody column label={t(`pages.${page}`)} className="flex flex-col gap-6 py-6">
        {content[page]}
      </PaneBody>
    </>
  )
}
