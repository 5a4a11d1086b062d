// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { composerDriver, conversation } from '../../../testing/render-composer.tsx'

const pass = async (ms = 50): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
const { openComposer } = composerDriver(pass)
const chip = () => screen.getByTestId('workspace-chip')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function open(): Promise<void> {
  chip().focus()
  fireEvent.click(chip())
  await pass()
}

it('the chip names the workspace of the chat, and another is chosen from its menu', async () => {
  const { asked } = await openComposer({ chat: { workspaceId: 'workspace-0' } })
  expect(chip().textContent).toBe('Workspace: gatehouse')
  await open()
  const current = screen.getByRole('menuitemcheckbox', { name: /^gatehouse/ })
  expect(current.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: /^论文/ }))
  await pass()
  await open()
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'No workspace' }))
  await pass()
  const { id } = conversation
  expect(asked('chat.set-workspace')).toEqual([
    { id, workspaceId: 'workspace-1' },
    { id, workspaceId: null },
  ])
})

it('a chat whose workspace was deleted is in none, and without any workspace there is no chip', async () => {
  await openComposer({ chat: { workspaceId: 'gone' } })
  expect(chip().textContent).toBe('Workspace: No workspace')
  cleanup()
  await openComposer({ handlers: { 'workspace.list': () => [] } })
  expect(screen.queryByTestId('workspace-chip')).toBeNull()
})
