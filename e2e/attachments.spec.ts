import type { RouteOutput } from '@gatehouse/contract'
import { serverEverythingPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { connectScripted, modelApis } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'

type Attachment = RouteOutput<'chat.attach-file'>

const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
const BASE64_OF_PNG = 'iVBORw0KGgo'

/** Attaches a file as the window does: it has the bytes, and names no path. */
async function attachFile(page: Page, id: string, file: 'notes' | 'picture'): Promise<Attachment> {
  const result = await page.evaluate(
    async ([chatId, kind]) => {
      const { bridge } = window as unknown as {
        bridge: { request(name: string, input: unknown): Promise<unknown> }
      }
      const attach = (name: string, bytes: Uint8Array) =>
        bridge.request('chat.attach-file', { id: chatId, name, mimeType: 'text/plain', bytes })
      if (kind === 'notes')
        return attach('notes.txt', new TextEncoder().encode('The quokka sleeps at noon.\n'))
      const canvas = new OffscreenCanvas(640, 360)
      const drawing = canvas.getContext('2d')
      const sky = drawing?.createLinearGradient(0, 0, 640, 360)
      sky?.addColorStop(0, '#0b7a7a')
      sky?.addColorStop(1, '#a13a86')
      if (drawing && sky) drawing.fillStyle = sky
      drawing?.fillRect(0, 0, 640, 360)
      const picture = await canvas.convertToBlob({ type: 'image/png' })
      return attach('ci-failure.png', new Uint8Array(await picture.arrayBuffer()))
    },
    [id, file] as const,
  )
  const { ok, ...rest } = result as { ok: boolean; data: Attachment }
  if (!ok) throw new Error(JSON.stringify(rest))
  return rest.data
}

/** A picture, a text, a resource and a prompt, attached to the chat that is open. */
async function attachAll(page: Page): Promise<{ id: string; ids: string[] }> {
  const { config } = await addServer(page, everything, { name: 'everything' })
  const [open] = await request(page, 'chat.list', {})
  const id = open?.id ?? ''
  const [resource] = await request(page, 'server.resources', { id: config.id })
  const attached = [
    await attachFile(page, id, 'picture'),
    await attachFile(page, id, 'notes'),
    await request(page, 'chat.attach-resource', {
      id,
      serverId: config.id,
      uri: resource?.uri ?? '',
    }),
    await request(page, 'chat.attach-prompt', {
      id,
      serverId: config.id,
      name: 'args-prompt',
      arguments: { city: 'Bern', state: 'BE' },
    }),
  ]
  return { id, ids: attached.map((one) => one.id) }
}

/** The roles of a request, and all of its messages as text. */
function messagesIn(body: unknown): { roles: string[]; text: string } {
  const { messages } = body as { messages: { role: string }[] }
  const roles = messages.map(({ role }) => role).filter((role) => role !== 'system')
  return { roles, text: JSON.stringify(messages) }
}

for (const api of modelApis)
  test(
    `what is attached outlives a restart, is sent just as it was shown on ${api}, and stays in the chat`,
    nightly(
      'chat.attachments.kept',
      'chat.attachments.shown',
      'chat.attachments.sent',
      'chat.attachments.transcript',
      'chat.attachments.found',
    ),
    async ({ gatehouse }) => {
      const endpoint = await connectScripted(gatehouse.page, api, [{ text: 'I see a gradient.' }])
      const { id, ids } = await attachAll(gatehouse.page)
      await gatehouse.restart()
      const { page } = gatehouse
      const { attachments } = await request(page, 'chat.get', { id })
      expect(attachments.map((one) => one.id)).toEqual(ids)
      proves('chat.attachments.kept')

      const answersAsked = endpoint.requests.filter(({ method }) => method === 'POST').length
      for (const attachmentIds of [[], ids.slice(1), [...ids].toReversed()])
        await expect(
          request(page, 'chat.send', { id, text: 'What is it?', attachmentIds }),
        ).rejects.toThrow('attachment/changed')
      expect(endpoint.requests.filter(({ method }) => method === 'POST')).toHaveLength(answersAsked)
      proves('chat.attachments.shown')

      await request(page, 'chat.send', { id, text: 'What is it?', attachmentIds: ids })
      const open = chat(page)
      await expect(open.answers.last()).toContainText('I see a gradient.')
      const { roles, text } = messagesIn(endpoint.requests.at(-1)?.body)
      expect(roles).toEqual(['user'])
      expect(text).toContain(BASE64_OF_PNG)
      expect(text).toContain('The quokka sleeps at noon.')
      expect(text).toContain('I attached the resource')
      expect(text).toContain('Bern')
      proves('chat.attachments.sent')

      const message = open.transcript.getByTestId('user-message').last()
      await expect(message.getByRole('img', { name: 'ci-failure.png' })).toBeVisible()
      await message.getByRole('button', { name: /notes\.txt/ }).click()
      await expect(message.getByText('The quokka sleeps at noon.')).toBeVisible()
      await message.getByRole('button', { name: /prompt from everything/ }).click()
      await expect(message.getByText('/args-prompt')).toBeVisible()
      proves('chat.attachments.transcript')
      for (const query of ['ci-failure', 'Bern']) {
        const { hits } = await request(page, 'chat.search', { query })
        expect(hits).toHaveLength(1)
      }
      proves('chat.attachments.found')
      expect((await request(page, 'chat.get', { id })).attachments).toEqual([])
      expect(gatehouse.problems).toEqual([])
      await endpoint.close()
    },
  )

for (const language of ['en', 'zh-CN'] as const)
  test(
    `a message with attachments in ${language} has no axe violation, and nothing cut or covered`,
    nightly(`chat.attachments.accessible-${language}`),
    async ({ gatehouse }) => {
      test.setTimeout(240_000)
      const { page } = gatehouse
      const endpoint = await connectScripted(page, 'chat', [{ text: 'I see a gradient.' }])
      const { id, ids } = await attachAll(page)
      await request(page, 'chat.send', { id, text: 'What is it?', attachmentIds: ids })
      await expect(chat(page).answers.last()).toContainText('I see a gradient.')
      await request(page, 'app.change-settings', { language })
      const message = page.getByTestId('user-message').last()
      const faults = await inspect(gatehouse, `${language}/attachments`, message)
      await message.getByTestId('attached-chip').last().click()
      faults.push(...(await inspect(gatehouse, `${language}/attachments-open`, message)))
      expect(faults).toEqual([])
      proves(`chat.attachments.accessible-${language}`)
      expect(gatehouse.problems).toEqual([])
      await endpoint.close()
    },
  )
