import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { useServer } from '../../../lib/queries/index.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { ServerInterfaces } from './server-interfaces.tsx'

afterEach(cleanup)

function Page() {
  const view = useServer('filesystem')
  return view ? <ServerInterfaces view={view} /> : null
}

async function show(locale: 'en' | 'zh-CN' = 'en') {
  render(
    <BridgeProvider bridge={createSampleBridge({})}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale={locale}>
          <KitProvider>
            <Page />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await screen.findAllByRole('radio')
  await act(() => Promise.resolve())
}

it('names for each interface its address, tools, pinned page, and what it asks for and gets', async () => {
  await show()
  const drawn = await screen.findByRole('group', { name: 'ui://files/browser' })
  for (const text of [
    'list_directory, directory_tree',
    '5f2b7c91e0a4d8836b1e9a70c25d4f6e8a13b07c9d52e6f4a8b1c3d5e7f90214',
    'https://tiles.example.com, https://fonts.example.com, and writing to the clipboard',
  ])
    expect(within(drawn).getByText(text)).toBeTruthy()
  expect(within(drawn).getByText('Given on')).toBeTruthy()
  const other = screen.getByRole('group', { name: 'ui://files/usage' })
  expect(within(other).getByText('Not drawn yet')).toBeTruthy()
  expect(screen.getByText(/made 12 calls/)).toBeTruthy()
})

it('sets by one press how the interfaces of this server are drawn', async () => {
  await show('zh-CN')
  const chosen = () =>
    screen.getAllByRole('radio', { checked: true })[0]?.getAttribute('aria-labelledby')
  const before = chosen()
  await act(async () => {
    fireEvent.click(screen.getByRole('radio', { name: '将结果显示为文本' }))
    await Promise.resolve()
  })
  expect(chosen()).not.toBe(before)
  expect(screen.getByRole('radio', { name: '将结果显示为文本', checked: true })).toBeTruthy()
})

it('sets what interfaces may be given, and takes back what one was given', async () => {
  await show()
  const press = (element: HTMLElement) =>
    act(async () => {
      fireEvent.click(element)
      await Promise.resolve()
    })
  await press(screen.getByRole('radio', { name: 'Never' }))
  expect(screen.getByRole('radio', { name: 'Never', checked: true })).toBeTruthy()
  const drawn = await screen.findByRole('group', { name: 'ui://files/browser' })
  expect(within(drawn).getByText('https://tiles.example.com')).toBeTruthy()
  await press(within(drawn).getByRole('button', { name: 'Take back' }))
})
