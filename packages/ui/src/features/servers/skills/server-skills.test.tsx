import { GatehouseError, type Skill } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { InMemoryHandlers } from '../../../lib/bridge/in-memory-bridge.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { withSkills } from '../../../lib/samples/with-skills.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ServerScreen } from '../server-screen.tsx'

const root = 'skill://kitchen/brew-tea/'
const tea: Skill = {
  uri: `${root}SKILL.md`,
  name: 'brew-tea',
  description: 'Makes tea.',
  files: { count: 2, bytes: 2048 },
}
const files = ['SKILL.md', 'times.md'].map((path) => ({ uri: root + path, size: 1024 }))

async function pass(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(50))
}

async function show(handlers: InMemoryHandlers, servers = sampleServers.map(withSkills)) {
  const bridge = createSampleBridge({ servers, handlers })
  const store = createUiStore({
    section: 'servers',
    conversationId: null,
    serverId: 'research',
    serverTab: 'skills',
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerScreen />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await pass()
  return (route: string) =>
    bridge.requests.filter((request) => request.route === route).map(({ input }) => input)
}

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a server that offers no skills has no tab for them', async () => {
  const asked = await show({}, sampleServers)
  expect(screen.queryByRole('tab', { name: /Skills/ })).toBeNull()
  expect(screen.getByRole('tab', { name: /Prompts/ })).toBeTruthy()
  expect(asked('server.skills')).toEqual([])
})

it('a file of a skill is read when the person asks for it, and hides no character', async () => {
  const asked = await show({
    'server.skills': () => [tea],
    'server.read-skill': ({ file = '' }) => ({
      uri: file,
      text: file.endsWith('times.md') ? 'Green: 2 minutes.' : '# Te\u200Ba <b>bold</b>',
      verified: true,
      files,
    }),
  })
  const read = () => asked('server.read-skill').map((input) => (input as { file: string }).file)
  expect(screen.getByText('Makes tea.')).toBeTruthy()
  expect(read()).toEqual([])
  await press('Read')
  expect(read()).toEqual([`${root}SKILL.md`])
  expect(screen.getByRole('group', { name: 'SKILL.md' }).textContent).toContain('U+200B')
  expect(screen.getByText(/<b>bold<\/b>/)).toBeTruthy()
  await press('Read times.md')
  expect(read()).toEqual([`${root}SKILL.md`, `${root}times.md`])
  expect(screen.getByText('Green: 2 minutes.')).toBeTruthy()
})

it('what was read of a skill leaves the view when one of its files was refused', async () => {
  const asked = await show({
    'server.skills': () => [tea],
    'server.read-skill': ({ file = '' }) => {
      if (file.endsWith('times.md'))
        throw new GatehouseError('skill/unverified', 'Refused.', {
          data: { file, reason: 'size', detail: '9 bytes in place of 8' },
        })
      return { uri: file, text: '# Tea', verified: true, files }
    },
  })
  await press('Read')
  expect(screen.getByText('# Tea')).toBeTruthy()
  await press('Read times.md')
  const words = screen.getByRole('alert').textContent
  expect(words).toContain('This skill was rejected')
  expect(words).toContain(`The size of ${root}times.md does not match the server’s description`)
  expect(screen.queryByText('# Tea')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Read times.md' })).toBeNull()
  const before = asked('server.skills').length
  await press('Reload the list')
  expect(asked('server.skills')).toHaveLength(before + 1)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('two skills of one name can be told apart', async () => {
  await show({
    'server.skills': () => [
      { ...tea, uri: 'skill://a/tea/SKILL.md', name: 'tea' },
      { ...tea, uri: 'skill://b/tea/SKILL.md', name: 'tea' },
    ],
  })
  const list = screen.getByRole('navigation', { name: 'Skills' })
  expect(list.textContent).toContain('skill://a/tea/SKILL.md')
  expect(list.textContent).toContain('skill://b/tea/SKILL.md')
})
