import { Dialog, Kbd, VisuallyHidden } from '../../kit/index.ts'
import { addWords, useT } from '../../lib/words/i18n.ts'
import { useSettings } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { chatKeys as en } from '../../locales/en/chat-keys.ts'
import { chatKeys as zhCN } from '../../locales/zh-CN/chat-keys.ts'
import { railSections, settingsSection } from './sections.ts'

addWords('chatKeys', { en, 'zh-CN': zhCN })

interface Row {
  keys: string
  words: string
}

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section>
      <h3 className="pt-3 pb-1 text-small font-semibold text-fg-3">{title}</h3>
      <dl className="divide-y divide-line">
        {rows.map(({ keys, words }) => (
          <div key={keys + words} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{words}</dt>
            <dd>
              <Kbd keys={keys} />
              <VisuallyHidden>{keys.replaceAll('+', ' ')}</VisuallyHidden>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function ShortcutsDialog() {
  const t = useT('appShell')
  const open = useUi((ui) => ui.overlay?.kind === 'shortcuts')
  const show = useUi((ui) => ui.show)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => show(next ? { kind: 'shortcuts' } : null)}
      title={t('shortcuts.title')}
      size="large"
    >
      <Shortcuts />
    </Dialog>
  )
}

function Shortcuts() {
  const t = useT('appShell')
  const inChat = useT('chatKeys')
  const sendsByEnter = useSettings().data?.sendWith !== 'mod-enter'
  const common = useT('common')
  const sections = [...railSections, settingsSection].map(({ section, keys }) => ({
    keys,
    words: t('shortcuts.section', { section: common(`sections.${section}`) }),
  }))
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('shortcuts.title')}
      className="grid grid-cols-2 gap-x-8"
    >
      <Rows
        title={t('shortcuts.everywhere')}
        rows={[
          { keys: 'Mod+K', words: t('shortcuts.palette') },
          { keys: 'Mod+N', words: t('shortcuts.newChat') },
          { keys: 'Mod+Shift+N', words: t('shortcuts.newTemporaryChat') },
          { keys: 'Mod+Shift+P', words: t('shortcuts.pinChat') },
          { keys: 'Mod+Shift+O', words: t('shortcuts.moveChat') },
          { keys: 'Mod+PageDown', words: inChat('nextChat') },
          { keys: 'Mod+PageUp', words: inChat('previousChat') },
          { keys: 'Mod+Shift+L', words: inChat('list') },
          ...sections,
          { keys: 'Mod+Alt+B', words: t('shortcuts.side') },
          { keys: '?', words: t('shortcuts.show') },
          { keys: 'Escape', words: t('shortcuts.close') },
        ]}
      />
      <div>
        <Rows
          title={t('shortcuts.inMessage')}
          rows={[
            { keys: sendsByEnter ? 'Enter' : 'Mod+Enter', words: t('shortcuts.send') },
            { keys: sendsByEnter ? 'Shift+Enter' : 'Enter', words: t('shortcuts.newLine') },
            { keys: 'ArrowUp+ArrowDown', words: t('shortcuts.earlier') },
            { keys: 'Mod+ArrowUp', words: t('shortcuts.editLast') },
          ]}
        />
        <Rows
          title={inChat('inChat')}
          rows={[
            { keys: 'Mod+Shift+M', words: inChat('model') },
            { keys: 'Mod+U', words: inChat('attach') },
            { keys: 'Mod+Shift+E', words: inChat('regenerate') },
            { keys: 'Mod+Shift+C', words: inChat('copyAnswer') },
            { keys: 'Mod+Shift+D', words: inChat('compare') },
          ]}
        />
        <Rows
          title={t('shortcuts.inAsks')}
          rows={[
            { keys: 'Mod+Enter', words: t('shortcuts.allow') },
            { keys: 'Escape', words: t('shortcuts.deny') },
            { keys: 'Mod+Shift+Enter', words: t('shortcuts.allowAll') },
            { keys: 'Mod+Alt+Enter', words: t('shortcuts.allowReadOnly') },
            { keys: 'Shift+Escape', words: t('shortcuts.denyAll') },
            { keys: 'ArrowUp+ArrowDown', words: t('shortcuts.moveCall') },
            { keys: 'Space', words: t('shortcuts.markCall') },
          ]}
        />
        <Rows
          title={t('shortcuts.inLists')}
          rows={[
            { keys: 'ArrowUp+ArrowDown', words: t('shortcuts.move') },
            { keys: 'Home+End', words: t('shortcuts.ends') },
          ]}
        />
      </div>
    </div>
  )
}
