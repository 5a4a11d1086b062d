import { settingsSchema, type Settings, type TitleModel } from '@gatehouse/domain'
import type { HostDependencies } from './dependencies.ts'

type SettingsChange = { [Key in keyof Settings]?: Settings[Key] | undefined }

/** The settings of the app. */
export interface AppSettings {
  settings(): Settings
  /** Changes settings; absent or `undefined` fields are unchanged. */
  changeSettings(change: SettingsChange): Settings
  /** Sets the model that names chats; `null` = none. */
  setTitleModel(model: TitleModel): Settings
  /** Sets the global shortcut of quick ask; `null` = none. */
  setQuickAskShortcut(accelerator: string | null): Settings
}

/** Creates the settings of the app. */
export function appSettingsOf({
  stores,
  events,
}: Pick<HostDependencies, 'stores' | 'events'>): AppSettings {
  const changeSettings = (change: SettingsChange): Settings => {
    const settings = settingsSchema.parse({
      ...stores.settings.load(),
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    })
    stores.settings.save(settings)
    events.emit('settings.changed', settings)
    return settings
  }
  return {
    settings: () => stores.settings.load(),
    changeSettings,
    setTitleModel: (titleModel) => changeSettings({ titleModel }),
    setQuickAskShortcut: (quickAskShortcut) => changeSettings({ quickAskShortcut }),
  }
}
