import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../kit-provider.tsx'
import { List, ListRow } from '../lists/list.tsx'
import { SearchField } from './search-field.tsx'
import { Sheet } from '../overlays/sheet.tsx'

afterEach(cleanup)

function showList() {
  const open = vi.fn<(name: string) => void>()
  render(
    <KitProvider>
      <div>
        <div>
          <SearchField label="Search" value="a" onValueChange={() => undefined} />
        </div>
        <List label="Found">
          <ListRow title="alpha" onClick={() => open('alpha')} />
          <ListRow title="gamma" onClick={() => open('gamma')} />
        </List>
      </div>
    </KitProvider>,
  )
  return open
}

it('the arrow down goes from the search into what was found', () => {
  const open = showList()
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('alpha')
  expect(open).not.toHaveBeenCalled()
})

it('Enter in the search opens the first that was found', () => {
  const open = showList()
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  expect(open.mock.calls).toEqual([['alpha']])
})

it('Mod+Enter submits a sheet from wherever the focus is in it, once for a key that is held', () => {
  const submit = vi.fn<() => void>()
  render(
    <KitProvider>
      <Sheet
        open
        title="Add"
        onOpenChange={() => undefined}
        footer={
          <button type="submit" form="f">
            Go
          </button>
        }
      >
        <form
          id="f"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <input aria-label="Name" />
        </form>
      </Sheet>
    </KitProvider>,
  )
  const name = screen.getByLabelText('Name')
  fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true, repeat: true })
  expect(submit).toHaveBeenCalledTimes(1)
})
