import { GatehouseError } from '@gatehouse/domain'
import type { ImportInput } from '@gatehouse/domain/launch'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import type { InMemoryHandlers } from '../../lib/bridge/in-memory-bridge.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { samplePreview } from '../../lib/samples/sample-imports.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { AddServer } from './add-server.tsx'

function show(kept: Record<string, unknown> = {}, handlers: InMemoryHandlers = {}) {
  const [file] = samplePreview.files
  const read = { id: 'import', files: [{ ...file!, source: 'text' as const, path: null }] }
  const bridge = createSampleBridge({
    handlers: {
      'import.open': () => ({ id: 'import', files: [] }),
      'import.read-text': ({ text }) => (text.startsWith('{') ? read : { id: 'import', files: [] }),
      ...handlers,
      'install.propose': () => {
        throw new GatehouseError('install/failed', 'npm failed.')
      },
    },
  })
  const store = createUiStore({ overlay: { kind: 'add-server' }, kept })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <AddServer />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const asked = (route: string): unknown[] =>
    bridge.requests.filter((one) => one.route === route).map(({ input }) => input)
  return { store, asked }
}

const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })

afterEach(cleanup)

describe('the sheet that adds a server', () => {
  it('shows what a pasted text holds in place of the form, and the form again without it', async () => {
    const { asked } = show()
    fireEvent.change(field('Paste, drop or type'), { target: { value: '{"mcpServers": {}}' } })
    await screen.findByRole('listitem', { name: 'github' })
    expect(screen.queryByRole('textbox', { name: /^Command/ })).toBeNull()
    expect(asked('import.open')).toEqual([{ known: false }])
    expect(asked('import.read-text')).toEqual([
      { id: 'import', text: '{"mcpServers": {}}', replaces: true },
    ])
    expect(asked('import.propose')).toEqual([])
    fireEvent.change(field('Paste, drop or type'), { target: { value: '' } })
    expect(screen.getByRole('textbox', { name: /^Command/ })).toBeTruthy()
  })

  it('reads a server to begin with, names what was picked, and goes back to the list', async () => {
    const { asked } = show()
    await waitFor(() => expect(asked('import.open')).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: /^Files/ }))
    await screen.findByRole('listitem', { name: 'github' })
    const [read] = asked('import.read-text')
    expect(read).toMatchObject({ id: 'import', replaces: true })
    expect((read as { text: string }).text).toContain('Folders that it may read and change')
    expect(field('Paste, drop or type').value).toBe('')
    expect(screen.getByText('Files')).toBeTruthy()
    expect(asked('import.propose')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByRole('button', { name: /^Files/ })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: /^Command/ })).toBeTruthy()
  })

  it('takes a text that was pasted on the page of servers, which is kept nowhere else', async () => {
    const { store } = show({ 'add-server.pasted': '{"a": 1}' })
    await screen.findByRole('listitem', { name: 'github' })
    expect(store.getState().kept['add-server.pasted']).toBeUndefined()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(store.getState().overlay).toBeNull())
  })

  it('fetches the bundle of an entry from the host that its result named, by that press', async () => {
    const [file] = samplePreview.files
    const [server] = file!.servers
    const download = { url: 'https://files.example/n.mcpb', sha256: 'ab'.repeat(32) }
    const entry = { ...server!, id: 'b1', launch: null, problems: [], risks: [], download }
    const read = { id: 'import', files: [{ ...file!, path: null, servers: [entry], inputs: [] }] }
    const { asked } = show(
      {},
      { 'import.read-text': () => read, 'import.download': () => new Promise(() => {}) },
    )
    await waitFor(() => expect(asked('import.open')).toHaveLength(1))
    fireEvent.change(field('Search the registry'), { target: { value: 'notes' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    fireEvent.click(await screen.findByRole('button', { name: /Example Notes/ }))
    const status = await screen.findByText(/Downloading from files.example/)
    const [input] = asked('import.download') as { requestId: string }[]
    const { requestId } = input!
    expect(input).toEqual({ id: 'import', serverId: 'b1', url: download.url, requestId })
    const cancel = within(status.closest('[role=status]')!).getByRole('button', { name: 'Cancel' })
    fireEvent.click(cancel)
    await waitFor(() => expect(asked('server.cancel-request')).toEqual([{ requestId }]))
  })

  it('shows what a picked server would run at once where nothing is to be filled in', async () => {
    const [file] = samplePreview.files
    const server = file!.servers.find(({ launch }) => launch !== null)!
    const only = { ...server, id: 'b1', hostVariables: [], inputs: [], suggested: true }
    const read = (inputs: ImportInput[]) => ({
      id: 'import',
      files: [{ ...file!, path: null, servers: [only], inputs }],
    })
    const { asked } = show({}, { 'import.read-text': () => read([]) })
    await waitFor(() => expect(asked('import.open')).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: /^Thinking/ }))
    await waitFor(() => expect(asked('import.propose')).toHaveLength(1))
    expect(asked('import.propose')).toMatchObject([{ choices: [{ serverId: 'b1' }] }])
    cleanup()
    const again = show(
      {},
      { 'import.read-text': () => read(samplePreview.files.flatMap(({ inputs }) => inputs)) },
    )
    await waitFor(() => expect(again.asked('import.open')).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: /^Thinking/ }))
    await screen.findByRole('listitem', { name: only.name })
    expect(again.asked('import.propose')).toEqual([])
  })

  it('waits for a press before it fetches the bundle of a pasted entry', async () => {
    const [file] = samplePreview.files
    const [server] = file!.servers
    const download = { url: 'https://files.example/n.mcpb', sha256: 'ab'.repeat(32) }
    const entry = { ...server!, launch: null, problems: [], risks: [], download }
    const read = { id: 'import', files: [{ ...file!, path: null, servers: [entry], inputs: [] }] }
    const { asked } = show({}, { 'import.read-text': () => read })
    fireEvent.change(field('Paste, drop or type'), { target: { value: '{"packages": []}' } })
    const button = await screen.findByRole('button', { name: 'Download from files.example' })
    expect(screen.getByText(download.url)).toBeTruthy()
    expect(asked('import.download')).toEqual([])
    fireEvent.click(button)
    await waitFor(() => expect(asked('import.download')).toHaveLength(1))
  })

  it('reads a bundle that was dropped on the page of servers', async () => {
    const { store, asked } = show({ 'add-server.dropped': '/home/ada/n.mcpb' })
    await waitFor(() =>
      expect(asked('import.read-file')).toEqual([{ id: 'import', path: '/home/ada/n.mcpb' }]),
    )
    expect(store.getState().kept['add-server.dropped']).toBeUndefined()
  })

  it('splits a typed command line at Enter, and asks before Escape discards it', async () => {
    const { store } = show()
    const command = screen.getByRole<HTMLInputElement>('textbox', { name: /^Command/ })
    fireEvent.change(command, { target: { value: 'npx -y notes' } })
    fireEvent.keyDown(command, { key: 'Enter' })
    expect(command.value).toBe('npx')
    fireEvent.keyDown(command, { key: 'Escape' })
    const stay = await screen.findByRole('button', { name: 'Keep editing' })
    fireEvent.click(stay)
    expect(store.getState().overlay).toEqual({ kind: 'add-server' })
  })

  it('installs what npx would fetch, unless it is to run with npx each time', async () => {
    const { asked } = show()
    const command = screen.getByRole<HTMLInputElement>('textbox', { name: /^Command/ })
    fireEvent.change(command, { target: { value: 'npx -y notes' } })
    fireEvent.keyDown(command, { key: 'Enter' })
    const review = screen.getByRole('button', { name: /Review what will run/ })
    await screen.findByRole('radio', { name: /Install it once/, checked: true })
    fireEvent.click(review)
    await waitFor(() => expect(asked('install.propose')).toHaveLength(1))
    expect(asked('install.propose')).toMatchObject([
      { draft: { transport: { command: 'npx', args: ['-y', 'notes'] } } },
    ])
    await screen.findByRole('alert')
    fireEvent.click(screen.getByRole('radio', { name: /Run with npx/ }))
    fireEvent.click(review)
    await waitFor(() => expect(asked('server.propose')).toHaveLength(1))
    expect(asked('install.propose')).toHaveLength(1)
  })

  it('does not move between press and release', async () => {
    show()
    const command = screen.getByRole<HTMLInputElement>('textbox', { name: /^Command/ })
    command.focus()
    fireEvent.pointerDown(document.body)
    fireEvent.blur(command)
    expect(command.getAttribute('aria-invalid')).not.toBe('true')
    fireEvent.pointerUp(document.body)
    await act(() => new Promise((done) => setTimeout(done)))
    expect(command.getAttribute('aria-invalid')).toBe('true')
  })
})
