import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playwrightServerPath, serverEverythingPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, isSandboxRefused, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { changeLanguage, inspect, resize } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { takePicture } from './support/results.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { installedBrowser } from './support/sign-in/person-browser.ts'
import {
  allowOnce,
  answers,
  chatOf,
  languages,
  processesWith,
  send,
  shownPicture,
  startSite,
  words,
} from './support/real-servers.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'
import { runTool } from './support/tool-runs.ts'

const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }

const tray = (page: Page) => page.getByTestId('attachment-tray')
const chip = (page: Page) => tray(page).getByRole('listitem')
const chosen = (page: Page) => page.getByRole('option', { selected: true })

/** The message as it is typed, with a list that it opens. */
async function typeTrigger(page: Page, text: string, found: string): Promise<void> {
  await page.getByTestId('composer').focus()
  await page.keyboard.type(text)
  await expect(chosen(page)).toContainText(found)
  await page.keyboard.press('Enter')
}

/** Attaches a resource of a template of server-everything by a completed variable. */
async function attachNumbered(page: Page, number: string): Promise<void> {
  await typeTrigger(page, '@dynamic/text', 'dynamic/text')
  await page.keyboard.type(number)
  await expect(page.getByRole('option')).toHaveText([number])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const address = `demo://resource/dynamic/text/${number}`
  await expect(page.getByTestId('expanded-uri')).toHaveText(address)
  await page.keyboard.press('Enter')
}

for (const language of languages)
  test(
    `server-everything in ${language}: a prompt and a resource of a template, completed by it, are sent`,
    nightly('real.everything.prompt', 'real.everything.template'),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      await addServer(page, everything, { name: 'everything' })
      const api = language === 'en' ? 'chat' : 'messages'
      const model = await connectScripted(page, api, [{ text: 'Read.' }])
      await changeLanguage(page, language)
      await typeTrigger(page, '/team', 'Team Management')
      const department = page.getByRole('combobox', { name: 'department' })
      await expect(department).toBeFocused()
      await page.keyboard.type('Sa')
      await expect(page.getByRole('option')).toHaveText(['Sales'])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Tab')
      await expect(department).toHaveValue('Sales')
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('option')).toHaveText(['David', 'Eve', 'Frank'])
      await page.keyboard.type('Eve')
      await page.keyboard.press('Enter')
      await expect(chip(page)).toContainText('Team Management')
      await attachNumbered(page, '7')
      await expect(chip(page)).toHaveCount(2)

      await send(page, 'Compare.')
      await expect(answers(page).last()).toContainText('Read.')
      const body = JSON.parse(requestTexts(model).at(-1) ?? '{}') as {
        messages: { role: string }[]
      }
      const { messages } = body
      const userMessages = messages
        .filter(({ role }) => role === 'user')
        .map((one) => JSON.stringify(one))
      expect(messages.some(({ role }) => role === 'assistant')).toBe(false)
      expect(userMessages.join()).toContain('Please promote Eve to the head of the Sales team.')
      proves('real.everything.prompt')
      expect(userMessages.join()).toContain('Resource 7: This is a plaintext resource created at')
      expect(userMessages.join()).toContain('demo://resource/dynamic/text/7')
      proves('real.everything.template')
      expect(gatehouse.problems).toEqual([])
      await model.close()
    },
  )

/** Returns the faults of the layout in half a screen. */
async function inspectNarrow(gatehouse: Gatehouse, name: string): Promise<string[]> {
  await resize(gatehouse, { width: 640, height: 600 })
  const faults = await findLayoutFaults(gatehouse.page)
  await takePicture(gatehouse.page, `${name}-640`)
  await resize(gatehouse, { width: 1280, height: 800 })
  return faults
}

/** The text of the resource that the draft has now. */
async function attachedText(page: Page, id: string): Promise<string> {
  const [attached] = (await request(page, 'chat.get', { id })).attachments
  const [block] = attached?.kind === 'resource' ? attached.contents : []
  return block?.type === 'resource' ? (block.resource.text ?? '') : ''
}

for (const language of languages)
  test(
    `server-everything in ${language}: a followed resource that changed is marked, read again, kept or sent as it was`,
    nightly(
      'chat.follow.shown',
      'real.everything.update',
      'chat.follow.as-it-is',
      'chat.follow.again',
      'chat.follow.marked',
      'chat.follow.message',
    ),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const text = words[language]
      const { config } = await addServer(page, everything, { name: 'everything' })
      const model = await connectScripted(page, 'chat', [{ text: 'Read.' }])
      const [open] = await request(page, 'chat.list', {})
      const id = open?.id ?? ''
      await changeLanguage(page, language)
      const toggle = { serverId: config.id, toolName: 'toggle-subscriber-updates', arguments: {} }
      /** It sends updates at once, and then every five seconds until it is told to stop. */
      const notifyOnce = async (): Promise<void> => {
        await runTool(page, toggle)
        await runTool(page, toggle)
      }

      await attachNumbered(page, '1')
      await expect(chip(page)).toContainText(text.followed)
      proves('chat.follow.shown')
      const before = await attachedText(page, id)
      await notifyOnce()
      await expect(chip(page)).toContainText(text.changed)
      proves('real.everything.update')
      const faults = await inspect(gatehouse, `${language}/follow-changed-draft`, chip(page))
      faults.push(...(await inspectNarrow(gatehouse, `${language}/follow-changed-draft`)))
      await page.getByRole('button', { name: text.readAgain }).click()
      await expect(chip(page)).toContainText(text.followed)
      expect(await attachedText(page, id)).not.toBe(before)
      await notifyOnce()
      await page.getByRole('button', { name: text.keep }).click()
      await expect(chip(page)).toContainText(text.unfollowed)
      await expect(page.getByRole('button', { name: text.readAgain })).toHaveCount(0)
      proves('chat.follow.as-it-is')
      await chip(page).locator('[data-remove]').click()
      await expect(tray(page)).toHaveCount(0)

      await attachNumbered(page, '2')
      await expect(chip(page)).toContainText(text.followed)
      const first = await attachedText(page, id)
      await notifyOnce()
      await page.getByRole('button', { name: text.readAgain }).click()
      await expect(chip(page)).toContainText(text.followed)
      const shown = await attachedText(page, id)
      expect(shown).not.toBe(first)
      await notifyOnce()
      await expect(chip(page)).toContainText(text.changed)
      await send(page, 'Look.')
      await expect(answers(page).last()).toContainText('Read.')
      const requestBody = requestTexts(model).at(-1)
      expect(requestBody).toContain(shown)
      expect(requestBody).not.toContain(first)
      proves('chat.follow.again', 'chat.follow.marked')

      await gatehouse.restart()
      const { page: again } = gatehouse
      await request(again, 'server.start', { id: config.id })
      const message = again.getByTestId('user-message').last()
      await message.getByTestId('attached-chip').click()
      await expect(message.getByTestId('attached-chip')).toContainText(text.changedSince)
      await expect(message).toContainText(shown)
      faults.push(...(await inspect(gatehouse, `${language}/follow-changed-message`, message)))
      faults.push(...(await inspectNarrow(gatehouse, `${language}/follow-changed-message`)))
      await message.getByRole('button', { name: text.attachNew }).click()
      await expect(chip(again)).toContainText(text.followed)
      expect(await attachedText(again, id)).not.toBe(shown)
      await expect(again.getByTestId('composer')).toBeFocused()
      proves('chat.follow.message')
      expect(faults).toEqual([])
      await model.close()
    },
  )

test(
  'the picture of a tool of server-everything is shown, and sent to models that see, in words to one that does not',
  nightly('real.everything.picture', 'model.tool-media.said', 'real.everything.note'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await addServer(page, everything, { name: 'everything' })
    const id = await chatOf(page)
    const script = [
      { toolCalls: [{ name: 'everything__get-tiny-image', arguments: {} }] },
      { text: 'A logo.' },
    ]
    for (const [api, language] of [
      ['chat', 'en'],
      ['messages', 'zh-CN'],
      ['gemini', 'en'],
    ] as const) {
      const model = await connectScripted(page, api, script)
      await changeLanguage(page, language)
      await send(page, `What does it show, ${api}?`)
      await allowOnce(page, language)
      await expect(answers(page).last()).toContainText('A logo.')
      const data = await shownPicture(gatehouse, id)
      expect(data).toMatch(/^iVBORw0KGgo/)
      expect(requestTexts(model).at(-1)).toContain(data)
      await model.close()
    }
    proves('real.everything.picture')

    const blind = await connectScripted(page, { api: 'chat', images: false }, script)
    await changeLanguage(page, 'en')
    await expect(
      page.getByText('Images in the tool results of this chat are not sent to scripted'),
    ).toBeVisible()
    proves('model.tool-media.said')
    await page
      .getByTestId('file-input')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
    await expect(page.getByText('scripted does not support logo.png.')).toBeVisible()
    const faults = await inspect(gatehouse, 'en/media-notes')
    faults.push(...(await inspectNarrow(gatehouse, 'en/media-notes')))
    await changeLanguage(page, 'zh-CN')
    await expect(page.getByText('scripted 不支持 logo.png')).toBeVisible()
    faults.push(...(await inspect(gatehouse, 'zh-CN/media-notes')))
    expect(faults).toEqual([])
    await send(page, 'And now?')
    await allowOnce(page, 'zh-CN')
    await expect(answers(page).last()).toContainText('A logo.')
    const requestBody = requestTexts(blind).at(-1) ?? ''
    expect(requestBody).toContain('this model takes none; the user sees it')
    expect(requestBody).not.toContain('iVBORw0KGgo')
    proves('real.everything.note')
    await blind.close()
  },
)

test(
  '@playwright/mcp takes a picture of a page, which the chat shows and the model gets, and leaves no process',
  nightly('real.browser.picture', 'real.browser.ended'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const site = await startSite()
    const profile = join(scratch(testInfo), 'browser')
    const browser = installedBrowser()
    if (browser === undefined) throw new Error('There is no Chromium on this computer.')
    const config = join(scratch(testInfo), 'playwright.json')
    const args = [
      '--disable-background-networking',
      '--disable-component-update',
      // Nothing but this computer is ever asked for.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ]
    const launchOptions = { args, executablePath: browser, chromiumSandbox: !isSandboxRefused() }
    writeFileSync(
      config,
      JSON.stringify({
        browser: { userDataDir: profile, launchOptions: { ...launchOptions, headless: true } },
      }),
    )
    const target = { command: process.execPath, args: [playwrightServerPath(), '--config', config] }
    await addServer(page, target, { name: 'browser', cwd: scratch(testInfo) })
    const id = await chatOf(page)
    const model = await connectScripted(page, 'messages', [
      { toolCalls: [{ name: 'browser__browser_navigate', arguments: { url: site.url } }] },
      { toolCalls: [{ name: 'browser__browser_take_screenshot', arguments: { type: 'png' } }] },
      { text: 'A green page.' },
    ])
    await send(page, 'Look at the page.')
    await allowOnce(page, 'en')
    await changeLanguage(page, 'zh-CN')
    await allowOnce(page, 'zh-CN')
    await expect(answers(page).last()).toContainText('A green page.')
    expect(site.visits()).toBeGreaterThan(0)
    const data = await shownPicture(gatehouse, id)
    expect(requestTexts(model).at(-1)).toContain(data)
    proves('real.browser.picture')
    expect(processesWith(profile).length).toBeGreaterThan(0)
    await gatehouse.quit()
    await expect.poll(() => processesWith(profile)).toEqual([])
    expect(processesWith(config)).toEqual([])
    proves('real.browser.ended')
    await Promise.all([model.close(), site.close()])
  },
)

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
