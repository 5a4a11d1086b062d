import type { AppInfo, RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { ConsentPrompt } from '@gatehouse/host/ports'
import type { PickedPaths } from '../../folders/picked-paths.ts'

type AppRoutes = Extract<keyof RouteHandlers, `app.${string}`>

/** What only Electron can do or know; passed in so that handlers stay free of it. */
export interface AppAdapters {
  info(): AppInfo
  openLink(url: string): Promise<void>
  pickFolder(): Promise<string | null>
  pickFile(): Promise<string | null>
  pickFolders(): Promise<string[]>
  /** What the person picked or dropped, and how they are asked about anything else. */
  picked: PickedPaths
  consent: ConsentPrompt
}

export function appHandlers(host: Host, adapters: AppAdapters): Pick<RouteHandlers, AppRoutes> {
  return {
    'app.info': () => adapters.info(),
    'app.settings': () => host.settings(),
    'app.change-settings': (change) => host.changeSettings(change),
    'app.vault': () => host.vault.state(),
    'app.probe-vault': () => host.vault.probe(),
    'app.open-link': ({ url }) => adapters.openLink(url),
    'app.pick-folder': () => adapters.pickFolder(),
    'app.pick-file': () => adapters.pickFile(),
    'app.pick-folders': () => adapters.pickFolders(),
  }
}
