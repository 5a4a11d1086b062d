export { SettingsList } from './settings-list.tsx'
export { SettingsScreen } from './settings-screen.tsx'
export { KeychainToasts } from './keychain-toasts.tsx'
