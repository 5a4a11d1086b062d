import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { App } from './app.tsx'
import { wasEnterPressed } from './lib/keys/last-press.ts'
import { createSampleBridge } from './lib/samples/sample-bridge.ts'

afterEach(cleanup)

it('lets a key that is held press a button of the window once', async () => {
  await act(async () => {
    render(<App bridge={createSampleBridge({})} />)
    await Promise.resolve()
  })
  const button = (await screen.findAllByRole('button'))[0]!
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
})

it('knows from its first screen on whether Enter was pressed last', async () => {
  await act(async () => {
    render(<App bridge={createSampleBridge({})} />)
    await Promise.resolve()
  })
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(wasEnterPressed()).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  expect(wasEnterPressed()).toBe(true)
  fireEvent.pointerDown(document.body)
  expect(wasEnterPressed()).toBe(false)
})
