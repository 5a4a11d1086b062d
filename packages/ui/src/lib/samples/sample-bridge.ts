import {
  defaultSettings,
  type Ask,
  type Conversation,
  type ModelProvider,
  type ServerView,
  type Settings,
  type WorkspaceView,
} from '@gatehouse/domain'
import {
  createInMemoryBridge,
  type InMemoryBridge,
  type InMemoryHandlers,
} from '../bridge/in-memory-bridge.ts'
import { askHandlers } from './sample-ask-handlers.ts'
import { chatHandlers } from './sample-chat-handlers.ts'
import { sampleAsks, sampleConversations, sampleProviders } from './sample-chats.ts'
import { sampleFeatureHandlers } from './sample-features.ts'
import { sampleImportHandlers } from './sample-imports.ts'
import { providerHandlers } from './sample-provider-handlers.ts'
import { secretHandlers } from './sample-secrets.ts'
import { serverHandlers } from './sample-server-handlers.ts'
import { sampleServers } from './sample-servers.ts'
import { sampleTaskHandlers } from './sample-tasks.ts'
import { sampleWorkspaces, workspaceHandlers } from './sample-workspaces.ts'

/** Initial content of a sample world; everything has a default. */
export interface SampleWorld {
  servers?: ServerView[]
  providers?: ModelProvider[]
  conversations?: Conversation[]
  asks?: Ask[]
  workspaces?: WorkspaceView[]
  settings?: Partial<Settings>
  /** Answers in place of the sample's own. */
  handlers?: InMemoryHandlers
}

/** A bridge with something to show; what is changed stays changed. */
export function createSampleBridge(world: SampleWorld = {}): InMemoryBridge {
  const bridge: InMemoryBridge = createInMemoryBridge({
    ...appHandlers(world, () => bridge),
    ...serverHandlers(world.servers ?? sampleServers, () => bridge),
    ...sampleFeatureHandlers,
    ...sampleImportHandlers,
    ...sampleTaskHandlers,
    ...providerHandlers(world.providers ?? sampleProviders, () => bridge),
    ...chatHandlers(world.conversations ?? sampleConversations, () => bridge),
    ...askHandlers(world.asks ?? sampleAsks, () => bridge),
    ...fixedHandlers,
    ...secretHandlers(() => bridge),
    ...workspaceHandlers(world.workspaces ?? sampleWorkspaces, () => bridge),
    ...world.handlers,
  })
  return bridge
}

const fixedHandlers: InMemoryHandlers = {
  'grant.mark-tool': () => ({ outcome: 'granted' }),
  'diagram.draw': () => ({ state: 'failed' }),
}

function appHandlers(world: SampleWorld, bridge: () => InMemoryBridge): InMemoryHandlers {
  let settings: Settings = { ...defaultSettings, ...world.settings }
  return {
    'app.info': () => ({
      version: '0.1.0',
      electronVersion: '45.4.1',
      chromeVersion: '148.0.7600.1',
      platform: 'linux',
      systemLocale: 'en-GB',
      dataFolder: '/home/ada/.config/Gatehouse',
      homeFolder: '/home/ada',
      sandboxDisabled: false,
      opensByLink: true,
      fallbackRuntime: false,
      damagedStore: null,
    }),
    'window.list': () => ({ hasMain: true, chats: [] }),
    'window.quick-shortcut': () => ({ isActive: settings.quickAskShortcut !== null }),
    'window.set-quick-shortcut': ({ accelerator }) => {
      settings = { ...settings, quickAskShortcut: accelerator }
      bridge().emit('settings.changed', settings)
      return settings
    },
    'app.settings': () => settings,
    'app.change-settings': (change) => {
      const named = Object.entries(change).filter(([, value]) => value !== undefined)
      settings = { ...settings, ...Object.fromEntries(named) }
      bridge().emit('settings.changed', settings)
      return settings
    },
    'app.vault': () => ({ kind: 'keychain', name: 'Secret Service' }),
    'app.spelling': () => ({
      by: 'dictionaries',
      languages: ['en-US', 'de-DE', 'fr'],
      automatic: ['en-US'],
      broken: [],
    }),
    'app.probe-vault': () => ({ kind: 'keychain', name: 'Secret Service' }),
    'app.open-link': () => ({ outcome: 'opened' as const }),
    'app.pick-folder': () => '/home/ada/code',
    'app.pick-file': () => '/home/ada/certificates/company.pem',
    'app.pick-folders': () => ['/home/ada/code/website', '/home/ada/code/notes.txt'],
  }
}
