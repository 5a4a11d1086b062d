import { app, nativeTheme } from 'electron'
import type { Settings } from '@gatehouse/domain'
import type { WindowStateFile } from '../window-state.ts'
import { installMenu } from './menu.ts'

// The `--background` of both themes, shown before the first paint.
const BACKGROUND = { light: '#fbfbfa', dark: '#161614' }

export function windowBackground(): string {
  return nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light
}

/** BCP 47 tag of the language of native menus. */
export function nativeLocale(state: WindowStateFile): string {
  const { language } = state.read()
  return language === 'system' ? app.getLocale() : language
}

/** The theme of the last run, before the settings can be read. */
export function restoreTheme(state: WindowStateFile): void {
  nativeTheme.themeSource = state.read().theme
}

/** The menus in the language of the last run. */
export function restoreMenu(state: WindowStateFile): void {
  installMenu(nativeLocale(state))
}

/** Follows the settings, and remembers what the first frame of the next start needs. */
export function followSettings(
  { theme, language }: Pick<Settings, 'theme' | 'language'>,
  state: WindowStateFile,
): void {
  const before = state.read()
  if (before.theme === theme && before.language === language) return
  state.change({ theme, language })
  restoreTheme(state)
  restoreMenu(state)
}
