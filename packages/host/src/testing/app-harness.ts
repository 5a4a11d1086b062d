import type { JsonObject, Tool } from '@gatehouse/domain'
import type { AppViewContext } from '@gatehouse/domain/apps'
import {
  allowOnce,
  answerNext,
  callsOf,
  createChatHarness,
  turnOver,
  until,
  type ChatHarness,
} from './chat-harness.ts'
import { toolNamed } from './index.ts'
import type { MemoryAppFrame } from './memory-app-frames.ts'

/** The address of the interface that the test's server has. */
export const APP_URI = 'ui://board/view'

export const appContext: AppViewContext = {
  theme: 'dark',
  locale: 'en',
  timeZone: 'UTC',
  variables: { '--color-text-primary': '#fff' },
  width: 700,
  maxHeight: 500,
  displayMode: 'inline',
}

export const appInitialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'ui/initialize',
  params: { protocolVersion: '2026-01-26', appInfo: { name: 'a', version: '1' } },
}

/** A response as a view gets it. */
interface AppResponse {
  result?: { isError?: boolean; mode?: string }
  error?: { code: number; message: string }
}

/** A host whose server has a tool with an interface, `board`; tests are its views. */
export interface AppHarness {
  harness: ChatHarness
  /** The interface that the server gives. */
  html: string
  /** Its declared needs, as `_meta.ui`. */
  ui: JsonObject | undefined
  /** Opens a chat in which `run` runs `board` and allows it. */
  ready(): Promise<ReadyApp>
}

type ReadyApp = Awaited<ReturnType<typeof readyApp>>

export function createAppHarness(): AppHarness {
  const harness = createChatHarness()
  const made: AppHarness = {
    harness,
    html: '<p>one</p>',
    ui: undefined,
    ready: () => readyApp(harness),
  }
  const withMeta = (name: string, ui: NonNullable<Tool['_meta']>): Tool => ({
    ...toolNamed(name),
    _meta: { ui },
  })
  harness.server.tools = [
    withMeta('board', { resourceUri: APP_URI }),
    toolNamed('save'),
    withMeta('for_models', { visibility: ['model'] }),
  ]
  harness.server.call = ({ tool }) =>
    Promise.resolve({
      content: [{ type: 'text', text: `ran ${tool.name}` }],
      structuredContent: { large: 'x'.repeat(20_000) },
      isError: false,
      _meta: { hidden: true },
    })
  harness.server.features = {
    readResource: () =>
      Promise.resolve({
        contents: [
          {
            uri: APP_URI,
            mimeType: 'text/html;profile=mcp-app',
            text: made.html,
            ...(made.ui ? { _meta: { ui: made.ui } } : {}),
          },
        ],
      }),
  }
  return made
}

async function readyApp(harness: ChatHarness) {
  const { host, chat } = await harness.ready([])
  host.conversations.setModel(chat.id, null)
  const serverId = host.servers.list()[0]?.config.id ?? ''
  const run = async () => {
    host.chats.runTool(chat.id, { serverId, toolName: 'board', arguments: { path: 'x' } })
    await answerNext(host, allowOnce)
    const turn = await turnOver(host, chat)
    const call = callsOf(turn).find(({ app }) => app !== undefined)
    return { conversationId: chat.id, turnId: turn.id, entryId: call?.id ?? '' }
  }
  return { harness, host, chat, serverId, run }
}

/** Opens the view of a new call. */
export async function openView({ harness, host, run }: ReadyApp) {
  const place = await run()
  const opened = await host.appViews.open(place)
  if (opened.state !== 'open') throw new Error(`It is ${opened.state}.`)
  const frame = harness.appFrames.opened.get(opened.viewId)
  if (!frame) throw new Error('There is no frame.')
  return { ...opened, place, frame }
}

/** Opens a view and speaks for it until it is ready. */
export async function startView(all: ReadyApp) {
  const view = await openView(all)
  await all.host.appViews.connect(view.viewId, appContext)
  view.frame.send(appInitialize)
  view.frame.send({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  return view
}

let requests = 100

/** Sends a request as the view; resolves with its response. */
export async function askHost(
  frame: MemoryAppFrame,
  method: string,
  params: object,
): Promise<AppResponse> {
  requests += 1
  const id = requests
  const find = () => frame.received.find((message) => (message as { id?: number }).id === id)
  frame.send({ jsonrpc: '2.0', id, method, params })
  await until(() => find() !== undefined)
  return find() as AppResponse
}

/** Events of views that main told windows, in their order. */
export const viewEvents = ({ events }: ChatHarness) =>
  events.recorded.flatMap(({ name, payload }) => {
    const { event } = payload as { event?: { type: string; reason?: string; height?: number } }
    return name === 'app-view.event' && event ? [event] : []
  })

/** Reasons for which views ended, in their order. */
export const viewEndings = (harness: ChatHarness) =>
  viewEvents(harness).flatMap(({ type, reason }) => (type === 'ended' ? [reason] : []))
