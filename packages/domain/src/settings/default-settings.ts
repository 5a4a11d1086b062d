// Written out without a schema library: the window's first screen uses it.
import type { Settings } from './settings.ts'

export const defaultSettings: Settings = {
  theme: 'system',
  language: 'system',
  dismissedCards: [],
  defaultModel: null,
  samplingModel: null,
  titleModel: null,
  favouriteModels: [],
  notifications: true,
  notificationSound: false,
  keepInTray: false,
  quickAskShortcut: null,
  auditDays: null,
  stepLimit: 20,
  sendWith: 'enter',
  whileAnswering: 'queue',
  pictureMetadata: 'removed',
  chatPresets: [],
  toolSearch: 'share',
  toolSearchShare: 10,
  contextWarning: 80,
  network: { proxy: 'system', authorities: null },
  linkHosts: [],
  newChats: { kind: 'plain' },
  spelling: { isOn: true, languages: null, words: [] },
}
