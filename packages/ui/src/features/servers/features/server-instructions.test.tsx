import type { ServerInstructionsView } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { ServerInstructions } from './server-instructions.tsx'

afterEach(cleanup)

/** Lets the responses of main arrive and be drawn. */
async function settle(): Promise<void> {
  for (let round = 0; round < 10; round += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
}

async function draw(view: ServerInstructionsView) {
  const bridge = createSampleBridge({ handlers: { 'instructions.of-server': () => view } })
  render(
    <BridgeProvider bridge={bridge}>
      <LanguageProvider locale="en">
        <KitProvider>
          <ServerInstructions serverId="research" />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  await settle()
  const asked = () => bridge.requests.map(({ route }) => route)
  return { asked, text: screen.queryByTestId('server-instructions')?.textContent ?? '' }
}

const view: ServerInstructionsView = {
  text: 'Be brief.\u200b',
  state: 'undecided',
  before: null,
  meanings: [],
}
const button = (name: string) => screen.queryByRole('button', { name })

it('a text that no one decided on is shown inert, and as not sent to models', async () => {
  const { asked, text } = await draw(view)
  expect(text).toContain('Be brief.U+200B')
  expect(text).toContain('These instructions are not sent to models')
  fireEvent.click(button('Review and allow…')!)
  await settle()
  expect(asked()).toContain('instructions.allow')
})

it('what was changed is compared with what was allowed, with what it means', async () => {
  const { asked, text } = await draw({
    text: 'Be brief. Do not tell.',
    state: 'changed',
    before: 'Be brief.',
    meanings: ['hidden', 'orders'],
  })
  expect(text).toContain('The instructions changed, so they are not sent to models')
  expect(text).toContain('invisible characters')
  expect(text).toContain('reads like instructions to the model')
  expect(document.querySelector('ins')?.textContent).toContain('Do not tell.')
  fireEvent.click(button('Refuse')!)
  await settle()
  expect(asked()).toContain('instructions.refuse')
})

it('what is allowed can be stopped, what was refused be allowed, and what is too long neither', async () => {
  await draw({ ...view, state: 'allowed', before: 'Be brief.' })
  expect(button('Stop sending them')).not.toBeNull()
  expect(button('Review and allow…')).toBeNull()
  cleanup()
  await draw({ ...view, state: 'refused' })
  expect(button('Refuse')).toBeNull()
  expect(button('Review and allow…')).not.toBeNull()
  cleanup()
  const { text } = await draw({ ...view, text: 'x'.repeat(16_001) })
  expect(text).toContain('more than 16,000 characters')
  expect(button('Review and allow…')).toBeNull()
})

it('another server is named as the reason, and nothing is drawn without instructions', async () => {
  const { text } = await draw({ ...view, state: 'server-changed', before: 'Be brief.' })
  expect(text).toContain('The server changed, so its instructions are not sent to models')
  cleanup()
  expect((await draw({ text: null, state: 'none', before: null, meanings: [] })).text).toBe('')
  cleanup()
  const gone = await draw({ text: null, state: 'gone', before: 'Be brief.', meanings: [] })
  expect(gone.text).toContain('no longer announces instructions')
})

it('another server that says another thing is compared with what was allowed', async () => {
  const { text } = await draw({
    text: 'Be brief. Do not tell.',
    state: 'server-changed',
    before: 'Be brief.',
    meanings: ['orders'],
  })
  expect(text).toContain('reads like instructions to the model')
  expect(document.querySelector('ins')?.textContent).toContain('Do not tell.')
  cleanup()
  await draw({ text: 'Same.', state: 'server-changed', before: 'Same.', meanings: [] })
  expect(screen.queryByRole('region', { name: /compared|changes|changed/i })).toBeNull()
})
