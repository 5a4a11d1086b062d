import type { HandlersOf } from '@gatehouse/contract'
import { GatehouseError, type Conversation } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import { QUICK_WINDOW } from '../../windows/window-role.ts'
import type { WindowPorts } from '../../windows/window-ports.ts'
import type { AppAdapters } from './app-handlers.ts'

export const windowHandlers = (
  {
    conversations,
    settings,
    setQuickAskShortcut,
  }: Pick<Host, 'conversations' | 'settings' | 'setQuickAskShortcut'>,
  { windows, safeStarts }: Pick<AppAdapters, 'windows' | 'safeStarts'>,
): HandlersOf<'window'> => ({
  'window.list': () => windows.list(),
  'window.open-chat'({ id, at }) {
    const { isTemporary } = conversations.get(id)
    // Whoever opens it there wants it open.
    const asking = windows.asking()
    if (safeStarts.current(asking)?.conversationId === id) safeStarts.chatReleased(asking)
    windows.showChat({ id, leavesNoTrace: isTemporary === true }, at && { chatPlace: at })
  },
  'window.show-place': ({ place }) => windows.showPlace(place),
  'window.take-place': () => windows.takePlace(),
  'window.open-quick': () => windows.showQuick(),
  'window.quick-chat'({ isNew }) {
    assertQuick(windows)
    return quickChat(conversations, windows, isNew)
  },
  'window.hide'() {
    assertQuick(windows)
    windows.hideQuick()
  },
  'window.quick-shortcut': () => ({ isActive: windows.shortcut.isActive() }),
  'window.missing-parts': () => windows.missingParts(),
  'window.set-quick-shortcut'({ accelerator }) {
    const before = settings().quickAskShortcut
    if (!windows.shortcut.set(accelerator)) {
      windows.shortcut.set(before)
      throw new GatehouseError(
        'shortcut/taken',
        'The system did not give Gatehouse this shortcut. Another program may use it. Choose another one.',
      )
    }
    return setQuickAskShortcut(accelerator)
  },
})

function assertQuick(windows: WindowPorts): void {
  if (windows.asking() !== QUICK_WINDOW)
    throw new GatehouseError('window/not-quick', 'Only the quick-ask window can do this.')
}

/** The last one while it is continued, else a new one; one without messages counts as new. */
function quickChat(
  conversations: Host['conversations'],
  { quick, quickChanged }: WindowPorts,
  isNew: boolean,
): Conversation {
  const continued = isNew ? null : quick.continued()
  const last = continued === null ? null : conversations.find(continued)
  const chat = last ?? conversations.create(quick.shown() ?? undefined)
  quick.show(chat.id)
  quickChanged()
  return chat
}
