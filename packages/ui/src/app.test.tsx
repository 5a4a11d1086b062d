import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { App } from './app.tsx'
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
