import { Search } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { AppLayout, Logo, Rail, RailItem } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAsks, useSafeStart } from '../../lib/queries/index.ts'
import { useUi, type Section } from '../../lib/ui-store.tsx'
import { Announcements } from './announcements.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { SafeStartNote } from './safe-start-note.tsx'
import { ShellOverlays } from './shell-overlays.tsx'
import { railSections, settingsSection, type SectionContent } from './sections.ts'
import { useSectionFocus } from './use-section-focus.ts'
import { useAppShortcuts } from './use-app-shortcuts.ts'
import { useRestoredFocus } from './use-restored-focus.ts'
import { useNavigationRequests } from './use-navigation-requests.ts'

export interface AppShellProps {
  sections: Record<Section, SectionContent>
  /** Dialogs and sheets of the features. */
  overlays: ReactNode
}

/** Sections with room for their list in the smallest window. The pages of a server have a list of their own. */
const KEEPING: ReadonlySet<Section> = new Set(['activity', 'workspaces', 'settings'])

const nothing: SectionContent = { list: null, main: null }

/** The window: rail, the section's list and thing, its right panel, and what lies over them. */
export function AppShell({ sections, overlays }: AppShellProps) {
  const t = useT('appShell')
  const common = useT('common')
  const section = useUi((ui) => ui.section)
  const sideOpen = useUi((ui) => ui.sideOpen)
  const toggleSide = useUi((ui) => ui.toggleSide)
  // Where the window was before it died is not drawn before it is known that it did not.
  const known = useSafeStart().isFetched || section === 'chats'
  const { list, main, side } = known ? sections[section] : nothing
  useAppShortcuts()
  useSectionFocus(section)
  useRestoredFocus()
  useNavigationRequests()
  return (
    <>
      <AppLayout
        rail={<AppRail />}
        list={
          <div data-section-list className="contents">
            {list}
          </div>
        }
        keepsList={KEEPING.has(section)}
        listLabel={common(`sections.${section}`)}
        side={sideOpen ? side : null}
        sideLabel={t('side')}
        onCloseSide={toggleSide}
      >
        <SafeStartNote />
        <CrashBoundary resetKey={section}>{main}</CrashBoundary>
      </AppLayout>
      <ShellOverlays>{overlays}</ShellOverlays>
      <Announcements />
    </>
  )
}

function AppRail() {
  const t = useT('appShell')
  const common = useT('common')
  const section = useUi((ui) => ui.section)
  const goTo = useUi((ui) => ui.goTo)
  const show = useUi((ui) => ui.show)
  const waiting = useAsks().data?.length ?? 0
  const announce = useUi((ui) => ui.announce)
  useEffect(
    () => announce(waiting > 0 ? t('waiting', { count: waiting }) : ''),
    [waiting, announce, t],
  )
  return (
    <Rail
      label={common('sections.navigation')}
      logo={<Logo />}
      foot={
        <>
          <RailItem
            icon={Search}
            label={t('search')}
            keys="Mod+K"
            onClick={() => show({ kind: 'palette' })}
          />
          <RailItem
            icon={settingsSection.icon}
            label={common('sections.settings')}
            keys={settingsSection.keys}
            selected={section === 'settings'}
            onClick={() => goTo('settings')}
          />
        </>
      }
    >
      {railSections.map((item) => (
        <RailItem
          key={item.section}
          icon={item.icon}
          label={common(`sections.${item.section}`)}
          keys={item.keys}
          selected={section === item.section}
          badge={
            item.section === 'activity'
              ? { count: waiting, label: t('waiting', { count: waiting }) }
              : undefined
          }
          onClick={() => goTo(item.section)}
        />
      ))}
    </Rail>
  )
}
