import { FolderTree, Inbox, MessageSquare, Server, Settings, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Section } from '../../lib/ui-store.tsx'

/** Content of one section of the window, given by App. */
export interface SectionContent {
  /** Second column. */
  list: ReactNode
  main: ReactNode
  /** Right panel, while it is open. */
  side?: ReactNode
}

/** The sections of the rail, in order. */
export const railSections: { section: Section; icon: LucideIcon; keys: string }[] = [
  { section: 'chats', icon: MessageSquare, keys: 'Mod+1' },
  { section: 'servers', icon: Server, keys: 'Mod+2' },
  { section: 'activity', icon: Inbox, keys: 'Mod+3' },
  { section: 'workspaces', icon: FolderTree, keys: 'Mod+4' },
]

export const settingsSection = { section: 'settings' as const, icon: Settings, keys: 'Mod+,' }
