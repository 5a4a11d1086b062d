import { handwrittenServerCommand, withDisplayHash } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { askEras } from './requirements/asks.ts'
import { inspect } from './support/inspect.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { allowNext, runTool } from './support/tool-runs.ts'

/** Calls a tool that asks for a form, which is declined. */
async function askForm(page: Page, serverId: string, label: string): Promise<void> {
  const { id } = await request(page, 'chat.create', {})
  const run = { serverId, toolName: 'ask-form', arguments: { label } }
  await request(page, 'chat.run-tool', { id, ...run })
  await allowNext(page)
  const asked = async () =>
    (await request(page, 'ask.list', {})).find(({ kind }) => kind === 'elicitation')
  await expect.poll(asked, { intervals: [20] }).toBeTruthy()
  const ask = await asked()
  if (!ask) throw new Error('Nothing waits.')
  const answer = withDisplayHash(ask, { kind: 'elicitation', answer: { action: 'decline' } })
  await request(page, 'ask.answer', { id: ask.id, answer })
  const status = async () => (await request(page, 'chat.get', { id })).turns.at(-1)?.status
  await expect.poll(status, { intervals: [20] }).toBe('done')
}

/** Goes from the record to one of its messages, which is then the one that is shown, and gives it. */
async function showMessage(page: Page, record: RegExp, button: string) {
  await page.keyboard.press('Control+3')
  const rows = page
    .getByRole('navigation', { name: 'Activity' })
    .getByRole('button', { name: record })
  // The latest is first.
  await rows.last().click()
  await page.getByRole('button', { name: button }).click()
  const shown = page.locator('[data-frame][aria-current="true"]')
  await expect(shown).toBeInViewport()
  await expect(shown.getByRole('button').first()).toBeFocused()
  await expect(shown.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true')
  const seq = Number(await shown.getAttribute('data-frame'))
  const [server] = await request(page, 'server.list', {})
  const frames = await request(page, 'server.frames', { id: server?.config.id ?? '', limit: 2000 })
  const frame = frames.find((one) => one.seq === seq)
  return { ...frame, text: JSON.stringify(frame?.message) }
}

for (const era of askEras) {
  test(
    `a record leads to the very messages of a ${era} server, and says when they are gone`,
    nightly('audit.messages.call', 'audit.messages.asked', 'audit.messages.gone'),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const { config } = await addServer(page, handwrittenServerCommand({ era }), {
        name: 'kitchen',
        protocol: era === 'legacy' ? 'legacy' : 'auto',
      })
      await askForm(page, config.id, 'first')
      await askForm(page, config.id, 'second')
      // More than the list of messages shows at a time.
      for (let count = 0; count < 12; count += 1)
        await runTool(page, { serverId: config.id, toolName: 'echo', arguments: { text: 'later' } })

      const sent = await showMessage(page, /^ask-form/, 'Show request')
      expect(sent).toMatchObject({ direction: 'out', kind: 'request', method: 'tools/call' })
      expect(sent.text).toContain('"first"')
      const received = await showMessage(page, /^ask-form/, 'Show response')
      expect(received).toMatchObject({ direction: 'in', kind: 'response', method: 'tools/call' })
      expect(received.text).toContain('decline')
      // A modern call is sent again with what was asked for in its first round.
      expect(received.rpcId === sent.rpcId).toBe(era === 'legacy')
      proves('audit.messages.call')

      const asked = await showMessage(page, /Which city\? \(first\)/, 'Show request')
      expect(asked.direction).toBe('in')
      expect(asked.text).toContain('Which city? (first)')
      const answered = await showMessage(page, /Which city\? \(first\)/, 'Show response')
      expect(answered.direction).toBe('out')
      expect(answered.text).toContain('"decline"')
      expect(answered.seq).toBeGreaterThan(asked.seq ?? 0)
      expect(answered.seq).toBeLessThan(received.seq ?? 0)
      expect(await inspect(gatehouse, `message-of-a-record-${era}`)).toEqual([])
      proves('audit.messages.asked')

      await gatehouse.restart()
      const again = gatehouse.page
      await again.keyboard.press('Control+3')
      await again
        .getByRole('navigation', { name: 'Activity' })
        .getByRole('button', { name: /Which city\? \(first\)/ })
        .click()
      await expect(
        again.getByText(/^No longer kept\. Traffic keeps the latest messages/),
      ).toBeVisible()
      proves('audit.messages.gone')
    },
  )
}
