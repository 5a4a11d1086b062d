import { GatehouseError, type ServerView } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { InMemoryHandlers } from '../../../lib/bridge/in-memory-bridge.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { samplePreview } from '../../../lib/samples/sample-imports.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ImportServers } from './import-servers.tsx'

async function show(handlers: InMemoryHandlers = {}, servers: ServerView[] = sampleServers) {
  const bridge = createSampleBridge({ servers, handlers })
  const store = createUiStore({ overlay: { kind: 'import-servers' } })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ImportServers />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await screen.findByText('Other sources')
  const asked = (route: string): unknown[] =>
    bridge.requests.filter((one) => one.route === route).map(({ input }) => input)
  return { store, asked }
}

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const server = (name: string) => within(screen.getByRole('listitem', { name }))
const tick = (name: string) =>
  fireEvent.click(screen.getByRole('checkbox', { name: `Import ${name}` }))
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = async (name: RegExp | string) => {
  await act(async () => {
    fireEvent.click(button(name))
    await Promise.resolve()
  })
}

afterEach(cleanup)

describe('the import', () => {
  it('shows what would run whole, and nothing else', async () => {
    await show()
    const text = server('github').getByText('docker').closest('p')?.textContent
    expect(text).toBe(
      'dockerrun-i--rm-eGITHUB_PERSONAL_ACCESS_TOKENghcr.io/github/github-mcp-server',
    )
    const broken = server('old')
    expect(broken.getByRole('checkbox').getAttribute('aria-disabled')).toBe('true')
    expect(broken.getByText(/This must be a list/)).toBeTruthy()
    expect(broken.queryByRole('textbox')).toBeNull()
  })

  it('does not go on with names that are taken or missing, or without what has to be filled in', async () => {
    const { asked } = await show()
    type(/Name of github/, 'filesystem')
    await press(/Review what will run/)
    expect(server('github').getByText('Another server already has this name.')).toBeTruthy()
    expect(screen.getAllByText(/Enter a value, or deselect/)).toHaveLength(2)
    expect(asked('import.propose')).toEqual([])
    type(/Name of github/, '')
    expect(server('github').getByText('Enter a name.')).toBeTruthy()
    type(/Name of github/, 'mine')
    type(/API key/, 's3cret')
    tick('search')
    await press(/Review what will run/)
    expect(asked('import.propose')).toEqual([
      {
        id: 'import',
        choices: [
          {
            serverId: 's2',
            name: 'mine',
            secrets: ['GITHUB_PERSONAL_ACCESS_TOKEN'],
            hostVariables: [],
            install: true,
          },
          { serverId: 's3', name: 'database', secrets: [], hostVariables: [] },
        ],
        answers: [{ inputId: 'i2', value: 's3cret' }],
        requestId: expect.any(String) as string,
      },
    ])
  })

  it('installs what npx would fetch, unless it is to run with npx each time', async () => {
    const { asked } = await show({
      'import.propose': () => {
        throw new GatehouseError('install/failed', 'x', { data: { problem: 'disk-full' } })
      },
    })
    for (const name of ['github', 'search', 'database']) tick(name)
    tick('files 2')
    const choice = (name: RegExp) => server('files 2').getByRole('radio', { name })
    expect(server('database').queryByRole('radio')).toBeNull()
    expect(choice(/Install it once/).getAttribute('aria-checked')).toBe('true')
    await press(/Review what will run/)
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full')
    const [first] = asked('import.propose') as { requestId: string }[]
    expect(first).toMatchObject({ choices: [{ install: true }] })
    expect(first?.requestId).toBeTruthy()
    fireEvent.click(choice(/Run with npx/))
    await press(/Review what will run/)
    await waitFor(() => expect(asked('import.propose')).toHaveLength(2))
    const second = asked('import.propose')[1] as { choices: object[] }
    expect(second).not.toHaveProperty('requestId')
    expect(second.choices[0]).not.toHaveProperty('install')
  })

  it('keeps in the keychain what the person says', async () => {
    const { asked } = await show()
    tick('search')
    const keep = (name: RegExp) => fireEvent.click(server('github').getByRole('checkbox', { name }))
    keep(/Store GITHUB_PERSONAL_ACCESS_TOKEN/)
    keep(/Store GITHUB_TOOLSETS/)
    await press(/Review what will run/)
    expect(asked('import.propose')).toMatchObject([
      { choices: [{ secrets: ['GITHUB_TOOLSETS'] }, { secrets: [] }] },
    ])
  })

  /** @threat launch.own-environment */
  it('names a variable of the person and who would get it, and gives it to nobody by itself', async () => {
    const { asked } = await show({ 'import.propose': () => ({ outcome: 'cancelled' }) })
    type(/API key/, 's3cret')
    const box = server('search').getByRole('checkbox', { name: /GITHUB_TOKEN/ })
    expect(server('search').getByText(/GITHUB_TOKEN/).textContent).toContain(
      'https://search.example.org/mcp',
    )
    expect(box.getAttribute('aria-checked')).toBe('false')
    tick('github')
    tick('database')
    fireEvent.click(screen.getByRole('combobox', { name: /level/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'low' }))
    await press(/Review what will run/)
    expect(asked('import.propose')).toMatchObject([{ choices: [{ hostVariables: [] }] }])
    fireEvent.click(server('search').getByRole('checkbox', { name: /GITHUB_TOKEN/ }))
    await press(/Review what will run/)
    expect(asked('import.propose')[1]).toMatchObject({
      choices: [{ hostVariables: ['GITHUB_TOKEN'] }],
    })
  })

  it('names the file that still holds the secrets, and can be taken back', async () => {
    const { asked, store } = await show()
    tick('search')
    await press(/Review what will run/)
    expect(await screen.findByText(/claude_desktop_config.json/)).toBeTruthy()
    await press('Undo')
    expect(asked('import.undo')).toEqual([{ id: 'import' }])
    expect(asked('import.close')).toEqual([])
    expect(store.getState().overlay).toBeNull()
  })

  it('is not forgotten by main before it can be taken back', async () => {
    const { asked, store } = await show({
      'import.propose': () => ({ outcome: 'saved', serverIds: ['git'], plainFiles: [] }),
    })
    tick('search')
    await press(/Review what will run/)
    expect(store.getState()).toMatchObject({ overlay: null, serverId: 'git' })
    await press('Undo')
    expect(asked('import.undo')).toEqual([{ id: 'import' }])
    expect(asked('import.close')).toEqual([])
  })

  it('leaves no secrets in main when it is closed', async () => {
    const { asked } = await show()
    await press('Cancel')
    await waitFor(() => expect(asked('import.close')).toEqual([{ id: 'import' }]))
  })

  it('keeps what was decided when another file is added, and says why one was not', async () => {
    await show({
      'import.choose-file': () => ({ ...samplePreview, files: [...samplePreview.files] }),
    })
    type(/Name of github/, 'mine')
    await press('Choose a file…')
    expect(screen.getByDisplayValue('mine')).toBeTruthy()
    await press('Choose a project folder…')
    expect((await screen.findByRole('alert')).textContent).toContain('/home/ada/code')
    await press('Paste text…')
    type(/^Configuration$/, '{')
    await press('Read')
    expect(await screen.findByText(/a comma is missing/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
