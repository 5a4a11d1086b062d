export { SettingsList } from './settings-list.tsx'
export { SettingsScreen } from './settings-screen.tsx'
export { VaultNotice } from './vault-notice.tsx'
