import { app } from 'electron'
import type { AppInfo } from '@gatehouse/contract'
import { RELEASE_ELECTRON_MAJOR } from '../release-runtime.ts'

export function readAppInfo(dataFolder: string): Omit<AppInfo, 'damagedStore'> {
  const { electron = '', chrome = '' } = process.versions
  return {
    version: app.getVersion(),
    electronVersion: electron,
    chromeVersion: chrome,
    platform: process.platform,
    systemLocale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
    dataFolder,
    homeFolder: app.getPath('home'),
    sandboxDisabled: app.commandLine.hasSwitch('no-sandbox'),
    opensByLink: app.isPackaged,
    fallbackRuntime: Number.parseInt(electron, 10) < RELEASE_ELECTRON_MAJOR,
  }
}
