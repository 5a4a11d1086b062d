import type { ServerView, SignInView } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../bridge/bridge.tsx'
import { LanguageProvider } from '../words/i18n.ts'
import { createSampleBridge } from '../samples/sample-bridge.ts'
import { sampleServers } from '../samples/sample-servers.ts'
import { sampleSignInView } from '../samples/sample-sign-in.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { createUiStore, UiStoreProvider } from '../ui-store.tsx'

afterEach(cleanup)

const shown = () => screen.queryByRole('button', { name: 'Sign in again' })
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
const obtainedAt = sampleSignInView.account?.token?.obtainedAt ?? 0

async function show(since: number | undefined, headers: object[] = []) {
  const pressed: string[] = []
  const [sample] = sampleServers
  if (!sample) throw new Error('There is no sample.')
  const transport = { kind: 'http', url: 'https://issues.example/mcp', headers }
  const view = { ...sample, config: { ...sample.config, id: 'issues', transport } } as ServerView
  const handlers = {
    'server.get-sign-in': (): SignInView => sampleSignInView,
    'server.sign-in-again': ({ id }: { id: string }) => void pressed.push(id),
  }
  render(
    <BridgeProvider bridge={createSampleBridge({ servers: [view], handlers })}>
      <UiStoreProvider store={createUiStore({})}>
        <LanguageProvider locale="en">
          <KitProvider>
            <SignInAgain serverId="issues" since={since} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await settle()
  return pressed
}

it('one press signs in again', async () => {
  const pressed = await show(obtainedAt + 1)
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in again' }))
  await waitFor(() => expect(pressed).toEqual(['issues']))
})

it('is gone once the person signed in, and never there where a header of theirs goes instead', async () => {
  await show(obtainedAt - 1)
  await waitFor(() => expect(shown()).toBeNull())
  cleanup()
  const header = { name: 'authorization', value: { kind: 'plain', value: 'x' } }
  await show(undefined, [header])
  expect(shown()).toBeNull()
})
