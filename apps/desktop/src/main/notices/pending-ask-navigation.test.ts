import { expect, it } from 'vitest'
import { createPendingAskNavigation } from './pending-ask-navigation.ts'

it('shows an ask at once, or when the page that was opened for it lists what waits', () => {
  const shown: string[] = []
  const wanted = createPendingAskNavigation((id) => void shown.push(id))
  wanted.want('a1')
  expect(shown).toEqual([])
  wanted.pageListens()
  wanted.pageListens()
  expect(shown).toEqual(['a1'])
  wanted.want('a2')
  expect(shown).toEqual(['a1', 'a2'])
  wanted.pageGone()
  wanted.want('a3')
  wanted.want('a4')
  wanted.pageListens()
  expect(shown).toEqual(['a1', 'a2', 'a4'])
})
