import type { Completion, CompletionRequest } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { InMemoryHandlers } from '../../../lib/bridge/in-memory-bridge.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ServerPrompts } from './server-prompts.tsx'
import { ServerResources } from './server-resources.tsx'
import { useCompletion } from '../../../lib/completion/use-completion.ts'

const research = sampleServers.find(({ config }) => config.id === 'research')!

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

async function show(ui: React.ReactNode, handlers: InMemoryHandlers = {}) {
  const bridge = createSampleBridge({ handlers })
  const store = createUiStore({ section: 'servers', conversationId: null })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>{ui}</KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await pass(0)
  const asked = (route: string) =>
    bridge.requests.filter((request) => request.route === route).map(({ input }) => input)
  return { bridge, store, asked }
}

const field = (name: string) => screen.getByRole('combobox', { name })
const type = (name: string, value: string) => {
  fireEvent.focus(field(name))
  fireEvent.change(field(name), { target: { value } })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Completions that the test returns one by one. */
function heldCompletions() {
  const held: { request: CompletionRequest; resolve: (completion: Completion) => void }[] = []
  const handlers: InMemoryHandlers = {
    'server.complete': ({ request }) =>
      new Promise<Completion>((resolve) => {
        held.push({ request: { ...request, context: request.context ?? {} }, resolve })
      }),
  }
  return { held, handlers }
}

it('typing asks the server once per pause and not per key, with what else is filled in', async () => {
  const { held, handlers } = heldCompletions()
  await show(<ServerPrompts view={research} />, handlers)
  type('topic', 'mcp')
  await pass(200)
  for (const text of ['a', 'ag', 'age']) {
    type('collection', text)
    await pass(100)
  }
  await pass(60)
  expect(held.at(-1)?.request).toEqual({
    ref: { type: 'ref/prompt', name: 'literature_review' },
    argument: { name: 'collection', value: 'age' },
    context: { topic: 'mcp' },
  })
  const collection = held.filter(({ request }) => request.argument.name === 'collection')
  expect(collection).toHaveLength(1)
})

it('a late reply to what was typed before does not replace the present suggestions', async () => {
  const { held, handlers } = heldCompletions()
  const bridge = createSampleBridge({ handlers })
  const typed = (value: string): CompletionRequest => ({
    ref: { type: 'ref/prompt', name: 'literature_review' },
    argument: { name: 'collection', value },
    context: {},
  })
  const { result, rerender } = renderHook(({ value }) => useCompletion('research', typed(value)), {
    initialProps: { value: 'a' },
    wrapper: ({ children }) => <BridgeProvider bridge={bridge}>{children}</BridgeProvider>,
  })
  await pass(160)
  rerender({ value: 'pr' })
  await pass(160)
  expect(held.map(({ request }) => request.argument.value)).toEqual(['a', 'pr'])
  await act(async () => held[1]?.resolve({ values: ['protocols'] }))
  await act(async () => held[0]?.resolve({ values: ['agents-2026'] }))
  await pass(10)
  expect(result.current).toMatchObject({ loading: false, completion: { values: ['protocols'] } })
})

it('a prompt is not asked for while a required argument is empty', async () => {
  const { asked } = await show(<ServerPrompts view={research} />)
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  await pass(50)
  expect(asked('server.get-prompt')).toEqual([])
  expect(field('topic').getAttribute('aria-invalid')).toBe('true')
})

it('a preview does not stand beside arguments it was not made of', async () => {
  await show(<ServerPrompts view={research} />)
  type('topic', 'mcp')
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  await pass(50)
  expect(screen.getByRole('group', { name: 'Preview' }).textContent).toContain('“mcp”')
  type('topic', 'other')
  await pass(50)
  expect(screen.queryByRole('group', { name: 'Preview' })).toBeNull()
})

it('using a prompt sends nothing and loses nothing that was typed', async () => {
  const { asked, store, bridge } = await show(<ServerPrompts view={research} />)
  const chat = (await bridge.request('chat.list', {})) as { data: { id: string; draft: string }[] }
  const target = chat.data[0]!
  await bridge.request('chat.save-draft', { id: target.id, draft: 'Typed before.' })
  store.setState({ conversationId: target.id })
  await pass(0)
  type('topic', 'mcp')
  fireEvent.click(screen.getByRole('button', { name: 'Use in a chat' }))
  await pass(50)
  const saved = asked('chat.save-draft').at(-1) as { id: string; draft: string }
  expect(saved.id).toBe(target.id)
  expect(saved.draft).toMatch(/^Typed before\.\n\nUser: Review the literature on “mcp”/)
  expect(asked('chat.send')).toEqual([])
  expect(store.getState()).toMatchObject({ section: 'chats', conversationId: target.id })
})

it('looking at the prompts of a stopped server does not start it', async () => {
  const stopped = { ...research, connection: { status: 'stopped' as const } }
  const { asked } = await show(<ServerPrompts view={stopped} />)
  expect(asked('server.prompts')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  await pass(0)
  expect(asked('server.start')).toEqual([{ id: 'research' }])
})

it('a resource that is open keeps showing what it held before it changed', async () => {
  let version = 1
  const uri = 'library://readme.md'
  const { bridge } = await show(<ServerResources view={research} />, {
    'server.resources': () => [{ uri, name: 'readme.md' }],
    'server.read-resource': () => ({ contents: [{ uri, text: `version ${version}` }] }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Read' }))
  await pass(50)
  expect(screen.getByText('version 1')).toBeTruthy()
  version = 2
  act(() => bridge.emit('server.resource-updated', { id: 'research', uri }))
  await pass(50)
  expect(screen.getByText('version 2')).toBeTruthy()
  expect(screen.getByText('changed')).toBeTruthy()
})

it('a prompt that the server adds is listed without a restart', async () => {
  let names = ['one']
  const { bridge } = await show(<ServerPrompts view={research} />, {
    'server.prompts': () => names.map((name) => ({ name })),
  })
  names = ['one', 'two']
  act(() => bridge.emit('server.list-changed', { id: 'research', list: 'prompts' }))
  await pass(50)
  expect(screen.getByRole('button', { name: 'two' })).toBeTruthy()
})

const numbered = <T,>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const showMore = () => fireEvent.click(screen.getByRole('button', { name: /^Show \d+ more/ }))

/** @threat parts.of-one-item */
it('a prompt with many arguments draws them in steps, and leads to one that is missing', async () => {
  const list = numbered(60, (index) => ({ name: `argument ${index}`, required: index === 55 }))
  const { asked } = await show(<ServerPrompts view={research} />, {
    'server.prompts': () => [{ name: 'large', arguments: list }],
  })
  expect(screen.getAllByRole('combobox', { name: /^argument/ })).toHaveLength(20)
  showMore()
  expect(screen.getAllByRole('combobox', { name: /^argument/ })).toHaveLength(40)
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  await pass(50)
  expect(asked('server.get-prompt')).toEqual([])
  expect(field('argument 55').getAttribute('aria-invalid')).toBe('true')
})

/** @threat parts.of-one-item */
it('a prompt of many messages and a resource of many parts are drawn in steps', async () => {
  const messages = numbered(500, (index) => ({
    role: 'user' as const,
    content: { type: 'text' as const, text: `text ${index}` },
  }))
  await show(<ServerPrompts view={research} />, {
    'server.prompts': () => [{ name: 'large' }],
    'server.get-prompt': () => ({ messages }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  await pass(50)
  expect(screen.getAllByText(/^text \d+$/)).toHaveLength(20)
  showMore()
  expect(screen.getAllByText(/^text \d+$/)).toHaveLength(70)
  cleanup()
  const contents = numbered(500, (index) => ({ uri: 'x://y', text: `part ${index}` }))
  await show(<ServerResources view={research} />, {
    'server.resources': () => [{ uri: 'x://y', name: 'y' }],
    'server.read-resource': () => ({ contents }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Read' }))
  await pass(50)
  expect(screen.getAllByText(/^part \d+$/)).toHaveLength(20)
})

/** @threat parts.of-one-item */
it('a template with many variables draws their fields in steps', async () => {
  const variables = numbered(60, (index) => `v${index}`)
  await show(<ServerResources view={research} />, {
    'server.resources': () => [],
    'server.resource-templates': () => [{ uriTemplate: `x://y{?${variables.join()}}`, name: 'y' }],
  })
  expect(screen.getAllByRole('combobox', { name: /^v\d+$/ })).toHaveLength(20)
})
