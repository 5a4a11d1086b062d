import type { AppInfo, HandlersOf, SafeStartView } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { SafeStartState } from '../../safe-start.ts'
import { MAIN_WINDOW } from '../../windows/window-role.ts'
import type { WindowPorts } from '../../windows/window-ports.ts'
import type { SpellChecker } from '../../spelling/spell-checker.ts'
import type { ConsentPrompt } from '@gatehouse/host/ports'
import type { DrawDiagram } from '../../diagrams/diagram-queue.ts'
import type { PickedPaths } from '../../folders/picked-paths.ts'

/** Operations of Electron; passed in so that handlers stay free of it. */
export interface AppAdapters {
  info(): AppInfo
  safeStarts: SafeStartState
  windows: WindowPorts
  spelling: Pick<SpellChecker, 'check' | 'view'>
  pickFolder(): Promise<string | null>
  pickFile(): Promise<string | null>
  pickFolders(): Promise<string[]>
  /** A place for a new file, by the system's dialog; `null` when it was closed. */
  pickNewFile(name: string): Promise<string | null>
  /** Of what main itself writes for the person: a tag such as `zh-CN`. */
  locale(): string
  /** Paths that the person picked or dropped, and the consent window for everything else. */
  picked: PickedPaths
  /** Folders whose files may be attached: the person picked them for that, or dropped them on a message. */
  attachable: PickedPaths
  pickFolderToAttach(): Promise<string | null>
  consent: ConsentPrompt
  drawDiagram: DrawDiagram
}

export const appHandlers = (host: Host, adapters: AppAdapters): HandlersOf<'app'> => ({
  'app.info': () => adapters.info(),
  'app.safe-start': () => viewOf(host, adapters),
  'app.resume'({ what }) {
    const { safeStarts, windows } = adapters
    if (what === 'chat') safeStarts.chatReleased(windows.asking())
    else {
      const held = safeStarts.current(MAIN_WINDOW)
      safeStarts.serversReleased()
      if (held?.holdsServers) host.startServers()
    }
    return viewOf(host, adapters)
  },
  'app.spelling': () => adapters.spelling.view(),
  'app.check-spelling': ({ words }) => adapters.spelling.check(words),
  'app.settings': () => host.settings(),
  'app.change-settings': (change) => host.changeSettings(change),
  'app.set-title-model': ({ model }) => host.setTitleModel(model),
  'app.vault': () => host.vault.state(),
  'app.probe-vault': () => host.vault.probe(),
  'app.open-link': (link) => host.links.open(link),
  'app.forget-link-host': ({ origin }) => host.links.forgetHost(origin),
  'app.pick-folder': () => adapters.pickFolder(),
  'app.pick-file': () => adapters.pickFile(),
  'app.pick-folders': () => adapters.pickFolders(),
  'diagram.draw': (request) => adapters.drawDiagram(request),
})

/**
 * Returns the chat and servers that are held back in the window that asks, by name. A chat that is gone and servers
 * that are none need no decision.
 */
function viewOf(
  { conversations, servers }: Host,
  { safeStarts, windows }: Pick<AppAdapters, 'safeStarts' | 'windows'>,
): SafeStartView {
  const window = windows.asking()
  const held = safeStarts.current(window)
  if (!held) return null
  const chat = held.conversationId === null ? null : conversations.find(held.conversationId)
  const waiting = servers.list().filter(({ config }) => config.start === 'launch')
  if (held.holdsServers && waiting.length === 0) safeStarts.serversReleased()
  if (!chat && held.conversationId !== null) safeStarts.chatReleased(window)
  const { cause } = held
  if (!safeStarts.current(window)) return null
  return {
    cause,
    chat: chat ? { id: chat.id, title: chat.title } : null,
    servers: held.holdsServers
      ? waiting.map(({ config }) => ({ id: config.id, name: config.name }))
      : [],
  }
}
