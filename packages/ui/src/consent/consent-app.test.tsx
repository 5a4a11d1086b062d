// @vitest-environment happy-dom
import type { ConsentBridge } from '@gatehouse/contract'
import type { ConsentView } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { sampleReview } from '../lib/samples/sample-imports.ts'
import { ConsentApp } from './consent-app.tsx'

afterEach(cleanup)
// This DOM has no fonts that could come late.
Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() } })

const view: ConsentView = {
  id: 'c1',
  request: {
    kind: 'import',
    review: sampleReview,
    vault: { kind: 'keychain', name: 'Secret Service' },
  },
  locale: 'en',
  theme: 'light',
  platform: 'linux',
}

async function show(reveal: ConsentBridge['reveal']): Promise<void> {
  const bridge: ConsentBridge = {
    read: () => Promise.resolve(view),
    decide: () => Promise.resolve(true),
    reveal,
  }
  await act(async () => {
    render(<ConsentApp bridge={bridge} />)
    await Promise.resolve()
  })
}

async function press(name: string): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await Promise.resolve()
  })
}

it('a hidden value is shown only when the person presses for it', async () => {
  const asked: unknown[] = []
  await show((id, value) => {
    asked.push({ id, ...value })
    return Promise.resolve('shown-on-request')
  })
  expect(screen.queryByText('shown-on-request')).toBeNull()
  await press('Show the value of GITHUB_PERSONAL_ACCESS_TOKEN')
  expect(await screen.findByText('shown-on-request')).toBeTruthy()
  expect(asked).toEqual([{ id: 'c1', serverId: 's2', name: 'GITHUB_PERSONAL_ACCESS_TOKEN' }])
})

it('a value that may not be shown stays hidden', async () => {
  await show(() => Promise.resolve(null))
  await press('Show the value of GITHUB_PERSONAL_ACCESS_TOKEN')
  expect(
    screen.getByRole('button', { name: 'Show the value of GITHUB_PERSONAL_ACCESS_TOKEN' }),
  ).toBeTruthy()
})
