import type { OpenWindows } from '@gatehouse/contract'
import { expect, it } from 'vitest'
import { createWindowNavigator } from './window-navigator.ts'
import type { RequestRoute } from '../bridge/request-route.ts'
import { createUiStore } from '../ui-store.tsx'
import { readWindowRole, type WindowRole } from './window-role.tsx'

/** The store of a window while chat `b` is in one of its own, and what it asked main for. */
function storeOf(role: WindowRole) {
  const asked: { route: string; input: unknown }[] = []
  const request: RequestRoute = (route, input) => {
    asked.push({ route, input })
    return Promise.reject(new Error('Nobody answers.'))
  }
  const open: OpenWindows = { hasMain: true, chats: [{ id: 'b', kind: 'chat' }] }
  const windowNavigator = createWindowNavigator({ role, request, open: () => open })
  const start = role.kind === 'chat' ? { conversationId: role.conversationId } : {}
  return { store: createUiStore(start, undefined, windowNavigator), asked }
}

const own = { kind: 'chat', conversationId: 'b' } as const

it('the address says what the window is for', () => {
  expect(readWindowRole('?chat=b')).toEqual(own)
  expect(readWindowRole('')).toEqual({ kind: 'main' })
})

it('the main window opens a chat of its own window there, at the entry that was found, and stays where it is', () => {
  const { store, asked } = storeOf({ kind: 'main' })
  store.getState().goTo('servers')
  store.getState().openChat('b')
  // What is found in a search has more to it than its place.
  const hit = { conversationId: 'b', turnId: 't', entryId: 'e', title: 'x', at: 1 }
  store.getState().openChatAt(hit)
  expect(store.getState()).toMatchObject({ section: 'servers', conversationId: null })
  expect(asked).toEqual([
    { route: 'window.open-chat', input: { id: 'b' } },
    {
      route: 'window.open-chat',
      input: { id: 'b', at: { conversationId: 'b', turnId: 't', entryId: 'e' } },
    },
  ])
  store.getState().openChat('a')
  expect(store.getState()).toMatchObject({ section: 'chats', conversationId: 'a' })
})

it('the window of a chat shows its chat and what every window has, and leaves the rest to the main one', () => {
  const { store, asked } = storeOf(own)
  const ui = store.getState()
  ui.show({ kind: 'palette' })
  ui.show({ kind: 'chat-tags', conversationId: 'b' })
  ui.show(null)
  ui.goTo('chats')
  ui.openChatAt({ conversationId: 'b', turnId: 't', entryId: 'e' })
  expect(asked).toEqual([])
  expect(store.getState().chatPlace).toMatchObject({ entryId: 'e' })

  ui.openServer('s', 'tools')
  ui.openTool({ serverId: 's', tool: 'read' })
  ui.openGrant({ serverId: 's', grantId: 'g' })
  ui.openFrame({ serverId: 's', seq: 4 })
  ui.openActivity('x')
  ui.openSettings('models')
  ui.openWorkspace('w')
  ui.openChat('a')
  ui.show({ kind: 'connect-model' })
  expect(asked.map(({ input }) => input)).toEqual([
    { place: { section: 'servers', serverId: 's', serverTab: 'tools' } },
    { place: { section: 'servers', serverId: 's', serverTab: 'tools', tool: 'read' } },
    { place: { section: 'servers', serverId: 's', serverTab: 'permissions', grantId: 'g' } },
    {
      place: {
        section: 'servers',
        serverId: 's',
        serverTab: 'traffic',
        framePlace: { serverId: 's', seq: 4 },
      },
    },
    { place: { section: 'activity', activityId: 'x' } },
    { place: { section: 'settings', settingsPage: 'models' } },
    { place: { section: 'workspaces', workspaceId: 'w' } },
    { place: { section: 'chats', conversationId: 'a' } },
    { place: { overlay: { kind: 'connect-model' } } },
  ])
  expect(store.getState()).toMatchObject({ section: 'chats', conversationId: 'b', overlay: null })
  expect(store.getState().kept).toEqual({})
})
