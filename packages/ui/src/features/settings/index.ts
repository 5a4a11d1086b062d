export { SettingsList } from './settings-list.tsx'
export { SettingsScreen, type SettingsScreenProps } from './settings-screen.tsx'
