import type { ServerView } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { pendingMendKey } from '../../../lib/servers/pending-mend.ts'
import { ServerOverview } from '../server-overview.tsx'
import { ServerScreen } from '../server-screen.tsx'
import { ServerSettings } from '../form/server-settings.tsx'
import { formOf } from '../form/server-form-state.ts'
import { withMend } from './use-mend.ts'

const [sample] = sampleServers
if (!sample) throw new Error('There is no sample.')
const figma: ServerView = {
  ...sample,
  config: {
    ...sample.config,
    id: 'figma',
    name: 'figma',
    transport: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'figma-developer-mcp', '--stdio'],
      env: [],
    },
  },
  connection: {
    status: 'failed',
    at: 1,
    attempt: 1,
    failure: { code: 'exited', message: '', exitCode: 1, lastLines: ['Node.js v24.9.0'] },
  },
}

let store: ReturnType<typeof createUiStore>
beforeEach(() => (store = createUiStore({})))
afterEach(cleanup)

function draw(part: React.ReactNode, language: 'en' | 'zh-CN' = 'en') {
  render(
    <BridgeProvider bridge={createSampleBridge({ servers: [figma] })}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale={language}>
          <KitProvider>{part}</KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
}

it('names the variable that is missing, and the line that says so, without its colours', async () => {
  draw(<ServerOverview view={figma} />)
  expect(await screen.findByText('figma needs FIGMA_API_KEY')).toBeTruthy()
  const output = screen.getByRole('list', { name: 'Output' })
  const cause = within(output)
    .getAllByRole('listitem')
    .find((line) => line.getAttribute('aria-current') === 'true')
  expect(cause?.textContent).toBe(
    '3Either FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required (via CLI argument or .env file)',
  )
})

it('shows six lines, then all, and stacks folded', async () => {
  draw(<ServerOverview view={figma} />)
  await screen.findByText('figma needs FIGMA_API_KEY')
  const output = screen.getByRole('list', { name: 'Output' })
  expect(within(output).getAllByRole('listitem')).toHaveLength(6)
  fireEvent.click(screen.getByRole('button', { name: 'Show all (10 lines)' }))
  expect(within(output).getAllByRole('listitem')).toHaveLength(8)
  fireEvent.click(screen.getByRole('button', { name: '3 stack lines folded' }))
  expect(within(output).getAllByRole('listitem')).toHaveLength(10)
})

it('lists the steps with their state and evidence', async () => {
  draw(<ServerOverview view={figma} />)
  const card = await screen.findByRole('group', { name: 'What happened' })
  expect(within(card).getByText('It got as far as step 5 of 7')).toBeTruthy()
  const steps = within(card).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    'Command, Passednpx -y figma-developer-mcp --stdio',
    'Runtime, PassedVersion 24.9.0 at /home/ada/.nvm/versions/node/v24.9.0/bin/npx',
    'Install, Passednpx downloads what is missing at each start7.8 s',
    'Process, PassedExited with code 1100 ms',
    'Output, FailedPrinted 10 lines',
    'Handshake, Not reachedNot reached',
    'Tools, Not reached' +
      (figma.toolCount === null
        ? 'Not reached'
        : `${figma.toolCount} tools at the last good start`),
  ])
  expect(steps[4]?.getAttribute('aria-current')).toBe('step')
})

/** @threat launch.named-variable */
it('opens Environment with the name filled in and the value focused as a secret', async () => {
  draw(<ServerOverview view={figma} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Set FIGMA_OAUTH_TOKEN…' }))
  expect(store.getState().serverTab).toBe('settings')
  cleanup()
  draw(<ServerSettings view={figma} />)
  const value = await screen.findByLabelText('Value of variable 1')
  expect(document.activeElement).toBe(value)
  expect(value.getAttribute('type')).toBe('password')
  expect(screen.getByDisplayValue('FIGMA_OAUTH_TOKEN')).toBeTruthy()
})

it('opens the variable that a failed call asked for, with the value focused', async () => {
  store.getState().keep(pendingMendKey('figma'), { kind: 'set-variable', name: 'FIGMA_TEAM_ID' })
  store.getState().openServer('figma')
  draw(<ServerScreen />)
  expect(await screen.findByDisplayValue('FIGMA_TEAM_ID')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Value of variable 1'))
  expect(store.getState().kept[pendingMendKey('figma')]).toBeUndefined()
})

it('copies a report without the home folder', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  const clipboard = { configurable: true, value: { writeText: written } }
  Object.defineProperty(navigator, 'clipboard', clipboard)
  draw(<ServerOverview view={figma} />)
  const copy = await screen.findByRole('button', { name: 'Copy report' })
  await act(async () => fireEvent.click(copy))
  Reflect.deleteProperty(navigator, 'clipboard')
  const report = written.mock.calls[0]?.[0] ?? ''
  expect(report).toContain('Install: Passed. npx downloads what is missing at each start (7.8 s)')
  expect(report).toContain('3  Either FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required')
  expect(report).toContain('~/.npm/_npx')
  expect(report).not.toContain('/home/ada')
})

it('says all of it in Chinese', async () => {
  draw(<ServerOverview view={figma} />, 'zh-CN')
  expect(await screen.findByText('figma 需要 FIGMA_API_KEY')).toBeTruthy()
  expect(screen.getByText('进行到第 5 步（共 7 步）')).toBeTruthy()
})

it('shows a variable of programs and networks in plain text, and adds none twice', () => {
  const form = formOf(figma.config)
  const mend = { kind: 'set-variable', name: 'NODE_EXTRA_CA_CERTS', value: '' } as const
  const changed = withMend(form, mend)
  expect(changed.env).toMatchObject([{ name: 'NODE_EXTRA_CA_CERTS', value: '', secret: false }])
  expect(withMend(changed, mend)).toBe(changed)
  const withOption = withMend(form, { kind: 'edit', field: 'args', option: '--api-key' })
  expect(withOption.args.map(({ value }) => value).slice(-2)).toEqual(['--api-key', ''])
})
