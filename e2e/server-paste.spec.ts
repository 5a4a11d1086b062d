import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { allowBy, consentText, consentWindow } from './support/consent.ts'
import { keychainEntries } from './support/keychain.ts'
import { request } from './support/routes.ts'
import { waitForServer } from './support/servers.ts'

const notes = fixtureServerCommand({ features: ['echo'] })
const token = `ghp_${crypto.randomUUID().replaceAll('-', '')}`
const quoted = [notes.command, ...notes.args].map((word) => `'${word}'`).join(' ')

const texts = {
  'the JSON of a README': `Add this:\n\`\`\`json\n${JSON.stringify({
    mcpServers: { notes: { ...notes, env: { NOTES_TOKEN: token }, autoApprove: ['*'] } },
  })}\n\`\`\`\n`,
  'a command line': `claude mcp add notes -e NOTES_TOKEN=${token} -- ${quoted}`,
}

for (const [kind, text] of Object.entries(texts))
  test(
    `${kind} becomes a server by paste, review, read, add`,
    kind === 'a command line' ? nightly() : {},
    async ({ gatehouse }) => {
      const { app, page } = gatehouse
      await page.keyboard.press('Control+2')
      await expect(page.getByRole('button', { name: 'Add a server' }).first()).toBeVisible()
      await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
      // Press 1: on the page of servers, where no field has the focus.
      await page.keyboard.press('Control+V')
      const sheet = page.getByRole('dialog', { name: 'Add a server' })
      const server = sheet.getByRole('listitem', { name: 'notes' })
      await expect(server).toContainText('NOTES_TOKEN')
      await expect(server).not.toContainText(token)
      expect(await request(page, 'server.list', {})).toEqual([])
      // Press 2.
      await page.keyboard.press('Control+Enter')
      const window = await consentWindow(page)
      await expect(consentText(window)).toContainText(notes.args.at(-1) ?? '')
      expect(await window.content()).not.toContain(token)
      expect(await request(page, 'server.list', {})).toEqual([])
      // Presses 3 and 4: to its end, and allow.
      await allowBy(page, 'Add and start')
      await expect(sheet).toBeHidden()
      const [added] = await request(page, 'server.list', {})
      await waitForServer(page, added?.config.id ?? '', 'ready')
      expect(keychainEntries().some(({ password }) => password === token)).toBe(true)
      expect(await page.content()).not.toContain(token)
      expect(gatehouse.problems).toEqual([])
    },
  )
