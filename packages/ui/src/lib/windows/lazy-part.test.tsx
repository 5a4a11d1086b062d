import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { LanguageProvider } from '../words/i18n.ts'
import { createLazyPart } from './lazy-part.tsx'

afterEach(cleanup)

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>

function show(part: React.ReactNode) {
  return render(
    <LanguageProvider locale="en">
      <KitProvider>{part}</KitProvider>
    </LanguageProvider>,
  )
}

it('does not show its stand-in again once the code was loaded', async () => {
  const Part = createLazyPart(async () => Hello, <p>soon</p>)
  await Part.preload()
  show(<Part name="you" />)
  expect(screen.queryByText('soon')).toBeNull()
  expect(screen.getByText('Hello you')).toBeTruthy()
})

it('leaves an empty place for code that could not be loaded', async () => {
  let tries = 0
  const Part = createLazyPart(async () => {
    tries += 1
    if (tries === 1) throw new Error('gone')
    return Hello
  })
  show(<Part name="you" />)
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Hello you')).toBeTruthy()
})
