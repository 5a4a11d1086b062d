import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import type { InMemoryBridge } from '../../lib/bridge/in-memory-bridge.ts'
import { createSampleBridge, type SampleWorld } from '../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../lib/samples/sample-servers.ts'
import { sampleWorkspaces } from '../../lib/samples/sample-workspaces.ts'
import { shortPath } from '../../lib/formats/short-path.ts'
import { createUiStore, UiStoreProvider, type UiStore } from '../../lib/ui-store.tsx'
import { NewWorkspace, WorkspaceList, WorkspaceScreen } from './index.ts'

afterEach(cleanup)

async function show(world: SampleWorld = {}): Promise<{ bridge: InMemoryBridge; store: UiStore }> {
  const bridge = createSampleBridge({
    servers: sampleServers.filter(({ config }) => ['git', 'research'].includes(config.id)),
    workspaces: sampleWorkspaces.slice(0, 2),
    ...world,
  })
  const store = createUiStore({ section: 'workspaces' })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <WorkspaceList />
            <WorkspaceScreen />
            <NewWorkspace />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await screen.findAllByText(/gatehouse|No workspaces yet/)
  return { bridge, store }
}

function asked(bridge: InMemoryBridge, route: string): unknown[] {
  return bridge.requests.filter((one) => one.route === route).map(({ input }) => input)
}

/** The checkbox of a label; by role and name it would take seconds here. */
async function box(label: string): Promise<HTMLElement> {
  const { id } = await screen.findByText(label, { selector: 'label' })
  return document.querySelector(`[aria-labelledby="${id}"]`) as HTMLElement
}

const cell = (server: string, folder: string) => box(`Offer ${folder} to ${server}`)

async function press(words: string): Promise<void> {
  const [found] = await screen.findAllByText(words, { selector: 'button, button *' })
  fireEvent.click(found?.closest('button') as HTMLElement)
}

describe('the table', () => {
  it('sends the folder and server that the checkbox names', async () => {
    const { bridge } = await show()
    fireEvent.click(await cell('research', '~/code/gatehouse'))
    fireEvent.click(await cell('git', '~/code/gatehouse-docs'))
    await act(async () => undefined)
    const path = '/home/ada/code/gatehouse'
    expect(asked(bridge, 'workspace.share')).toEqual([
      { id: 'workspace-0', path, serverId: 'research', shared: true },
      { id: 'workspace-0', path: `${path}-docs`, serverId: 'git', shared: false },
    ])
    expect((await cell('research', '~/code/gatehouse')).getAttribute('aria-checked')).toBe('true')
    expect((await cell('git', '~/code/gatehouse-docs')).getAttribute('aria-checked')).toBe('false')
  })

  it('keeps a folder that is missing, and says so', async () => {
    await show()
    const row = (await screen.findByText('/mnt/nas/设计稿')).closest('tr')
    expect(within(row as HTMLElement).getByText('Not found')).toBeTruthy()
  })

  it('moves between checkboxes with the arrow keys, and stays in the table', async () => {
    await show()
    const first = await cell('git', '~/code/gatehouse')
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(await cell('git', '~/code/gatehouse-docs'))
    fireEvent.keyDown(await cell('git', '~/code/gatehouse-docs'), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(await cell('research', '~/code/gatehouse-docs'))
    fireEvent.keyDown(await cell('research', '~/code/gatehouse-docs'), { key: 'ArrowUp' })
    fireEvent.keyDown(await cell('research', '~/code/gatehouse'), { key: 'ArrowUp' })
    expect(document.activeElement).toBe(await cell('research', '~/code/gatehouse'))
  })
})

describe('what is dropped', () => {
  const paths = ['/home/ada/code/website']
  const files = { dataTransfer: { types: ['Files'], files: [], dropEffect: 'none' } }

  it('is taken where it was dropped here, and not elsewhere', async () => {
    const { bridge } = await show()
    const notify = () => act(async () => bridge.emit('window.files-dropped', paths))
    const zone = await screen.findByText(/Drop folders here/)
    await notify()
    expect(asked(bridge, 'workspace.add-folders')).toEqual([])
    fireEvent.drop(zone, files)
    await notify()
    expect(asked(bridge, 'workspace.add-folders')).toEqual([{ id: 'workspace-0', paths }])
    await notify()
    expect(asked(bridge, 'workspace.add-folders')).toHaveLength(1)
  })

  it('does not take text that is dropped for files', async () => {
    await show()
    const zone = await screen.findByText(/Drop folders here/)
    const text = { dataTransfer: { types: ['text/plain'], files: [] } }
    expect(fireEvent.dragOver(zone, text)).toBe(true)
    expect(fireEvent.dragOver(zone, files)).toBe(false)
    expect(screen.getByText('Release to add')).toBeTruthy()
  })
})

it('says which folder was not added', async () => {
  await show()
  await press('Add folders')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('~/code/notes.txt')
  expect(alert.textContent).toContain('~/code/notes.txt is a file.')
  expect(screen.getByText('~/code/website')).toBeTruthy()
})

it('adds the projects that are checked and not there yet', async () => {
  const { bridge } = await show()
  await press('Find projects in a folder…')
  expect(await screen.findByText('3 projects in ~/code')).toBeTruthy()
  expect(screen.getByText('already added')).toBeTruthy()
  const solver = (await screen.findByText('~/code/solver')).closest('label') as HTMLElement
  fireEvent.click(document.querySelector(`[aria-labelledby="${solver.id}"]`) as HTMLElement)
  await press('Add 1 folder')
  await act(async () => undefined)
  expect(asked(bridge, 'workspace.add-folders')).toEqual([
    { id: 'workspace-0', paths: ['/home/ada/code/notes'] },
  ])
})

it('makes no workspace without a name, and opens the new one', async () => {
  const { bridge, store } = await show({ workspaces: [] })
  await press('New workspace')
  const name = await screen.findByLabelText('Name')
  fireEvent.change(name, { target: { value: '   ' } })
  fireEvent.submit(name)
  expect(asked(bridge, 'workspace.create')).toEqual([])
  fireEvent.change(name, { target: { value: ' Site ' } })
  fireEvent.submit(name)
  expect(await screen.findByText('Site', { selector: 'h1 *' })).toBeTruthy()
  expect(asked(bridge, 'workspace.create')).toEqual([{ name: 'Site' }])
  expect(store.getState().overlay).toBeNull()
})

it('deletes the workspace with the focus, and can bring it back', async () => {
  const { bridge } = await show()
  const row = (await screen.findByText('论文')).closest('button')
  fireEvent.keyDown(row as HTMLElement, { key: 'Delete' })
  await press('Undo')
  expect(await screen.findByText('论文', { selector: 'h1 *' })).toBeTruthy()
  expect(asked(bridge, 'workspace.remove')).toEqual([{ id: 'workspace-1' }])
  expect(asked(bridge, 'workspace.restore')).toEqual([{ id: 'workspace-1' }])
})

it.each([
  ['/home/ada/code', '/home/ada', '~/code'],
  ['/home/ada', '/home/ada', '~'],
  ['/home/adam', '/home/ada', '/home/adam'],
  ['C:\\Users\\Ada\\x', 'C:\\Users\\Ada', '~\\x'],
  ['/x', '/', '/x'],
])('does not shorten %s by another home', (path, home, short) => {
  expect(shortPath(path, home)).toBe(short)
})
