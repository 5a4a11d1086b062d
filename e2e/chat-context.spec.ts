import { startFakeModelEndpoint, type FakeScript } from '@gatehouse/testkit'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { consenting } from './support/consent.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { startListedServer } from './support/listed-server.ts'
import { KEY } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { closeWindow, expectInFront, openedBy, tearOff, toFront } from './support/windows.ts'

const WORDS = 'some words '.repeat(300)
/** Tokens, of four characters each: what the endpoint takes, which its list says is more. */
const LIMIT = 6000

const limited: FakeScript = ({ body, lastUserText }) => {
  const inputTokens = Math.ceil(JSON.stringify(body).length / 4)
  if (inputTokens > LIMIT) return { fault: { kind: 'refuse', reason: 'context-too-long' } }
  return {
    text: `Read ${Number.parseInt(lastUserText, 10)}.`,
    usage: { inputTokens, outputTokens: 2 },
  }
}

test(
  'a chat goes on beyond what its model reads, and says before and after what a request holds',
  nightly('chat.context.on', 'chat.context.meter', 'chat.context.tool', 'window.chat.places'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    endpoint.script('small', limited)
    const draft = { kind: 'openai-compatible' as const, name: 'fake', key: KEY }
    const price = { input: 2, output: 8 }
    const saving = request(page, 'provider.save', {
      draft: { ...draft, baseUrl: `${endpoint.url}/v1` },
      models: [{ id: 'small', contextWindow: 16_000, price }],
    })
    const provider = await consenting(page, saving)
    const [{ id = '' } = {}] = await request(page, 'chat.list', {})
    await request(page, 'chat.set-model', {
      id,
      model: { providerId: provider.id, modelId: 'small' },
    })
    await request(page, 'chat.set-setup', { id, setup: { parameters: { maxOutputTokens: 1000 } } })
    const server = await startListedServer({
      tools: [
        { name: 'read', inputSchema: { type: 'object' } },
        { name: 'write', inputSchema: { type: 'object', $ref: 'https://x.invalid/schema.json' } },
      ].map((tool) => JSON.stringify(tool)),
    })
    await addServer(page, { url: server.url }, { name: 'files' })
    const open = chat(page)
    const footer = page.getByTestId('turn-footer').last()
    const full = footer.getByText(/The model’s context was full: \d+ earlier exchanges? w/)
    let before = ''
    for (let n = 1; n <= 9 && !(await full.isVisible()); n += 1) {
      await open.send(`${n} ${WORDS}`)
      await expect(open.answers.last()).toContainText(`Read ${n}.`)
      // That of the turn before stands there until this one has its own.
      await expect(footer).not.toHaveText(before)
      await expect(footer).toHaveAttribute('data-status', 'done')
      before = (await footer.textContent()) ?? ''
    }
    await expect(full).toBeVisible()
    await expect(footer).toContainText('→ 2 tokens')
    await expect(footer).toContainText('$0.0')
    proves('chat.context.on')
    await open.composer.fill(WORDS)
    const meter = page.getByTestId('context-meter')
    await meter.focus()
    await page.keyboard.press('Enter')
    const breakdown = page.getByTestId('context-breakdown')
    await expect(breakdown).toContainText('Context window: 16,000 tokens')
    await expect(breakdown).toContainText(/earliest exchanges? (are|is|will be) left out/)
    await expect(breakdown.getByRole('row', { name: /This draft [1-9]/ })).toBeVisible()
    proves('chat.context.meter')
    expect(await inspect(gatehouse, 'context-meter')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'context-meter-zh')).toEqual([])
    await changeLanguage(page, 'en')
    await page.keyboard.press('Escape')
    await footer.getByText('1 tool was not offered to the model').click()
    await expect(footer).toContainText('write (files): Its input schema refers to')
    expect(await inspect(gatehouse, 'turn-footer', footer)).toEqual([])
    await changeLanguage(page, 'zh-CN')
    expect(await inspect(gatehouse, 'turn-footer-zh', footer)).toEqual([])
    await changeLanguage(page, 'en')
    await toolShownFromChatWindow(gatehouse)
    // At another width the turn was drawn anew, and is folded again.
    await footer.getByText('1 tool was not offered to the model').click()
    await footer.getByRole('button', { name: 'Show tool' }).click()
    await expect(page.getByRole('heading', { name: 'write' })).toBeVisible()
    proves('chat.context.tool')
    server.close()
  },
)

/** The main window shows the very tool, and is a chat again afterwards. */
async function toolShownFromChatWindow(gatehouse: Gatehouse): Promise<void> {
  const { app, page } = gatehouse
  const own = await openedBy(gatehouse, () => tearOff(page))
  await toFront(app, own)
  const footer = own.getByTestId('turn-footer').last()
  await footer.getByText('1 tool was not offered to the model').click()
  await footer.getByRole('button', { name: 'Show tool' }).click()
  await expectInFront(app, page)
  await expect(page.getByRole('heading', { name: 'write' })).toBeVisible()
  proves('window.chat.places')
  await closeWindow(app, own)
  await toFront(app, page)
  // Nothing of what was chosen survives this.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'read' })).toBeVisible()
  await page.keyboard.press('Control+1')
}
