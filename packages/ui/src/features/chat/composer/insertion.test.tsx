import type { Completion, CompletionRequest } from '@gatehouse/domain'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  composerDriver,
  area,
  chosen,
  conversation,
  form,
  list,
  press,
  rows,
} from '../../../testing/render-composer.tsx'

async function pass(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
const { fill, openComposer, type } = composerDriver(pass)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a choice', () => {
  it('of a prompt without arguments attaches it at once, with Enter, Tab or a press, in place of its word', async () => {
    for (const choose of [
      () => press('Enter'),
      () => press('Tab'),
      () => fireEvent.click(screen.getByRole('option')),
    ]) {
      const { asked } = await openComposer()
      await type('Now /')
      await type('Now /dai')
      choose()
      await pass()
      expect(asked('chat.attach-prompt')).toMatchObject([
        { id: conversation.id, serverId: 'research', name: 'daily', arguments: {} },
      ])
      expect(area().value).toBe('Now ')
      expect(list()).toBeNull()
      expect(document.activeElement).toBe(area())
      cleanup()
    }
  })

  it('of a prompt with arguments asks for them; Escape goes back to the text as it was', async () => {
    const { asked } = await openComposer()
    await type('Now /')
    await type('Now /gre')
    press('Enter')
    await pass()
    expect(form()).not.toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'team' }))
    await fill('team', 'music')
    press('Escape')
    await pass()
    expect(form()).toBeNull()
    expect(area().value).toBe('Now /gre')
    expect(document.activeElement).toBe(area())
    expect(list()).toBeNull()
    expect(asked('chat.attach-prompt')).toEqual([])
  })

  it('of a prompt keeps what is filled in while another list opens and closes, and leaves the focus in the text', async () => {
    await openComposer()
    await type('/gre')
    await type('/')
    press('Enter')
    await pass()
    await fill('team', 'music')
    await type('/ and @')
    expect(form()).toBeNull()
    press('Escape')
    await pass()
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'team' }).value).toBe('music')
    expect(document.activeElement).toBe(area())
    await type('')
    await type('/')
    press('Enter')
    await pass()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'team' }))
  })

  it('is not inserted while something required is missing, then with exactly what is filled in', async () => {
    const { asked } = await openComposer()
    await type('/')
    press('Enter')
    await pass()
    fireEvent.submit(form()!)
    await pass(50)
    expect(asked('chat.attach-prompt')).toEqual([])
    expect(screen.getByRole('combobox', { name: 'team' }).getAttribute('aria-invalid')).toBe('true')
    await fill('team', 'music')
    await fill('person', 'Clara')
    fireEvent.submit(form()!)
    await pass()
    expect(asked('chat.attach-prompt')).toMatchObject([
      { name: 'greet', arguments: { team: 'music', person: 'Clara' } },
    ])
    expect(form()).toBeNull()
    expect(area().value).toBe('')
  })

  it('of a template asks for its variables and attaches the address that they make', async () => {
    const { asked } = await openComposer()
    await type('@')
    expect(chosen()).toContain('Paper of a collection')
    press('Enter')
    await pass()
    await fill('collection', 'a b')
    await fill('id', '7')
    expect(screen.getByTestId('expanded-uri').textContent).toBe('library://papers/a%20b/7')
    fireEvent.submit(form()!)
    await pass()
    expect(asked('chat.attach-resource')).toMatchObject([
      { id: conversation.id, serverId: 'research', uri: 'library://papers/a%20b/7' },
    ])
  })

  it('is completed for what is filled in now: a completion for an earlier value of another argument is dropped', async () => {
    const held: { request: CompletionRequest; resolve: (completion: Completion) => void }[] = []
    await openComposer({
      handlers: {
        'server.complete': ({ request }) =>
          new Promise<Completion>((resolve) => {
            held.push({ request: { ...request, context: request.context ?? {} }, resolve })
          }),
      },
    })
    await type('/')
    press('Enter')
    await pass()
    await fill('team', 'engineering')
    await pass(200)
    await fill('person', 'A')
    await pass(200)
    const [first] = held.filter(({ request }) => request.argument.name === 'person')
    expect(first?.request.context).toEqual({ team: 'engineering' })
    await fill('person', 'Al')
    await pass(200)
    const second = held.at(-1)
    await act(async () => second?.resolve({ values: ['Alan'], total: 3 }))
    await act(async () => first?.resolve({ values: ['Ada', 'Grace'] }))
    await pass(100)
    expect(rows()).toEqual(['Alan'])
    expect(document.body.textContent).toContain('1 of 3 · suggested by research')
  })
})
