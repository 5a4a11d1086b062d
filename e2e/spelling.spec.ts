import { readFileSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { serverDialog } from './support/server-dialog.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { call, request } from './support/routes.ts'
import { longestTaskDuring } from './support/window-tasks.ts'

// The stand-in has no checker unless it is asked for one.
test.use({ ownApp: true, appEnv: { GATEHOUSE_SPELLING: '1' } })

/** As for every other thing that a person does. */
const MAX_TASK_MS = 100

const on = { isOn: true, languages: ['en-US'], words: [] }

interface SeenMenu {
  items: { label: string; click(): void }[]
}

/** Menus that main would have shown, and the words that it was asked about. */
interface Seen {
  seen: { menus: SeenMenu[]; words: string[] }
}

/** Keeps the menus that main would show, and shows none; and what comes through the door about spelling. */
async function record({ app }: Gatehouse): Promise<void> {
  await app.evaluate(({ ipcMain, Menu }) => {
    const seen: Seen['seen'] = { menus: [], words: [] }
    Object.assign(globalThis, { seen })
    Object.assign(Menu.prototype, {
      popup(this: SeenMenu) {
        seen.menus.push(this)
      },
    })
    type Handler = (event: unknown, route: unknown, input: { words: string[] }) => unknown
    const { _invokeHandlers: doors } = ipcMain as unknown as {
      _invokeHandlers: Map<string, Handler>
    }
    for (const [channel, handle] of doors)
      doors.set(channel, (event, route, input) => {
        if (route === 'app.check-spelling') seen.words.push(...input.words)
        return handle(event, route, input)
      })
  })
}

const wordsAsked = ({ app }: Gatehouse): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as Seen).seen.words)

/** The menu of the word at the beginning of a field, the composer where none is named. */
async function menuOfFirstWord(
  { app, page }: Gatehouse,
  field: Locator = chat(page).composer,
): Promise<string[]> {
  const before = await app.evaluate(() => (globalThis as unknown as Seen).seen.menus.length)
  await field.click({ button: 'right', position: { x: 24, y: 14 } })
  const read = () =>
    app.evaluate(
      (_electron, count) =>
        (globalThis as unknown as Seen).seen.menus[count]?.items.map(({ label }) => label),
      before,
    )
  await expect.poll(read).toBeTruthy()
  return (await read()) ?? []
}

async function choose({ app }: Gatehouse, label: string): Promise<void> {
  await app.evaluate((_electron, wanted) => {
    const menu = (globalThis as unknown as Seen).seen.menus.at(-1)
    const item = menu?.items.find((one) => one.label === wanted)
    item?.click()
  }, label)
}

async function type(page: Page, text: string): Promise<void> {
  await chat(page).composer.fill('')
  await chat(page).composer.pressSequentially(text)
}

/**
 * @threat confinement.dictionaries
 * @attacker program
 * @tries The browser below the app fetches dictionaries for its spell checker, which reveals that the app runs and in
 * which language.
 * @stoppedBy Its own checker is off and has no language in any session; words are looked up in dictionaries that are on
 * this computer.
 */
test(
  'a misspelled word is known as one, corrected from its menu, or kept as a word of the person',
  nightly(
    'composer.spelling.marked',
    'composer.spelling.suggested',
    'composer.spelling.added',
    'composer.spelling.full',
    'composer.spelling.off',
  ),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    await record(gatehouse)
    await request(page, 'app.change-settings', { spelling: on })
    await type(page, 'recieve it all. ')
    // The first word has the dictionary read.
    await expect.poll(() => menuOfFirstWord(gatehouse), { timeout: 20_000 }).toContain('receive')
    proves('composer.spelling.marked')
    await choose(gatehouse, 'receive')
    await expect(chat(page).composer).toHaveValue('receive it all. ')
    expect(await menuOfFirstWord(gatehouse)).not.toContain('Add to Dictionary')
    proves('composer.spelling.suggested')

    await type(page, 'gatehowse it all. ')
    await expect.poll(() => menuOfFirstWord(gatehouse)).toContain('Add to Dictionary')
    await choose(gatehouse, 'Add to Dictionary')
    await expect
      .poll(async () => (await request(page, 'app.settings', {})).spelling.words)
      .toEqual(['gatehowse'])
    expect(await call(page, 'app.check-spelling', { words: ['gatehowse', 'recieve'] })).toEqual([
      'recieve',
    ])
    proves('composer.spelling.added')

    // No more words can be added, and the menu says so.
    const words = Array.from({ length: 2000 }, (_, at) => `word${at}`)
    await request(page, 'app.change-settings', { spelling: { ...on, words } })
    await type(page, 'gatehowse it all. ')
    await expect
      .poll(() => menuOfFirstWord(gatehouse))
      .toContain('Dictionary Full (2,000 Words). Remove Words in Settings > General')
    expect(await menuOfFirstWord(gatehouse)).not.toContain('Add to Dictionary')
    proves('composer.spelling.full')

    // Off, nothing is looked up, and its process is gone.
    const processes = () =>
      app.evaluate(({ app: electron }) =>
        electron.getAppMetrics().flatMap(({ name, serviceName }) => name ?? serviceName ?? []),
      )
    expect(await processes()).toContain('Gatehouse spelling')
    await request(page, 'app.change-settings', { spelling: { ...on, isOn: false } })
    await expect.poll(processes).not.toContain('Gatehouse spelling')
    expect(await call(page, 'app.check-spelling', { words: ['recieve'] })).toEqual([])
    proves('composer.spelling.off')
  },
)

/** True if the browser requested a dictionary anywhere, by its own log of requests. */
const asksForDictionary = (netLog: string): boolean =>
  /gvt1|\.bdic/.test(readFileSync(netLog, 'utf8'))

test(
  'no request for a dictionary is made, in no session',
  nightly('composer.spelling.local'),
  async ({ launch }, testInfo) => {
    const tap = testInfo.outputPath('net-log.json')
    const gatehouse = await launch({ args: [`--log-net-log=${tap}`, '--lang=de'] })
    await request(gatehouse.page, 'app.change-settings', { spelling: on })
    await type(gatehouse.page, 'recieve it all. ')
    await expect
      .poll(() => call(gatehouse.page, 'app.check-spelling', { words: ['recieve'] }))
      .toHaveLength(1)
    const own = await gatehouse.app.evaluate(({ session }) =>
      [session.defaultSession, session.fromPartition('another')].map((one) => [
        one.isSpellCheckerEnabled(),
        one.getSpellCheckerLanguages(),
      ]),
    )
    expect(own).toEqual([
      [false, []],
      [false, []],
    ])
    await gatehouse.quit()
    expect(asksForDictionary(tap)).toBe(false)
    proves('composer.spelling.local')

    // With a language there would have been one, and the log has it.
    const control = testInfo.outputPath('net-log-control.json')
    await gatehouse.restart({ args: [`--log-net-log=${control}`] })
    await gatehouse.app.evaluate(
      ({ session }) =>
        new Promise<void>((resolve) => {
          const another = session.fromPartition('another')
          another.once('spellcheck-dictionary-download-failure', () => resolve())
          another.setSpellCheckerLanguages(['de'])
        }),
    )
    await gatehouse.quit()
    expect(asksForDictionary(control)).toBe(true)
  },
)

test(
  'nothing is looked up of what is typed elsewhere than in prose, and of other scripts',
  nightly('composer.spelling.elsewhere'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await record(gatehouse)
    await request(page, 'app.change-settings', { spelling: on })
    const fields = page.locator('input, textarea')
    const checked = () =>
      fields.evaluateAll((all) =>
        all.flatMap((one) =>
          (one as HTMLTextAreaElement).spellcheck ? (one.ariaLabel ?? one.id) : [],
        ),
      )
    expect(await checked()).toEqual(['Message'])
    await page.getByRole('button', { name: 'Add a server', exact: true }).first().click()
    const dialog = serverDialog(page)
    const env = [{ name: 'TOKEN', value: 'x' }]
    await dialog.fillCommand({ name: 'notes', command: 'x', args: ['x'], env })
    await expect(dialog.sheet.getByLabel('Value of variable 1')).toHaveAttribute('type', 'password')
    const shown = dialog.sheet.locator('input:visible, textarea:visible')
    expect(await shown.count()).toBeGreaterThan(4)
    // What is typed changes which of them are needed.
    for (let at = 0; at < (await shown.count()); at += 1) {
      await shown.nth(at).focus()
      await page.keyboard.type(' sekretword here ')
    }
    expect(await checked()).toEqual(['Message'])
    await page.reload()
    await type(page, '请recieve一切，谢谢 ')
    await expect.poll(() => wordsAsked(gatehouse)).toContain('recieve')
    expect(new Set(await wordsAsked(gatehouse))).toEqual(new Set(['recieve']))
    proves('composer.spelling.elsewhere')
  },
)

test(
  'keys are not held up while the dictionary is read for the first of them',
  nightly('composer.spelling.quick'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    await request(page, 'app.change-settings', { spelling: on })
    await chat(page).composer.focus()
    const longest = await longestTaskDuring(page, async () => {
      await page.keyboard.type('the quick brown foks jumps over the lazzy dog '.repeat(4))
    })
    testInfo.annotations.push({ type: 'longest task', description: `${longest} ms` })
    expect(longest).toBeLessThan(MAX_TASK_MS)
    proves('composer.spelling.quick')
  },
)

/** @threat confinement.broken-dictionary */
test(
  'a file that is no dictionary is reported by its language, and the others are used',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const path = (name: string): string => testInfo.outputPath(name)
    writeFileSync(path('de.aff'), '<html>')
    writeFileSync(path('de.dic'), '<html>\nnot\nfound\n')
    writeFileSync(path('nl.aff'), 'SET UTF-8\n')
    writeFileSync(path('nl.dic'), '2\nhuis\nmuis\n')
    const dictionaries = ['de', 'fr', 'nl'].map((language) => ({
      language,
      affixes: path(`${language}.aff`),
      words: path(`${language}.dic`),
      version: '1',
    }))
    const said = await gatehouse.app.evaluate(
      ({ app, utilityProcess }, load) =>
        new Promise<unknown[]>((resolve) => {
          const child = utilityProcess.fork(`${app.getAppPath()}/out/spelling/index.cjs`)
          const messages: { kind: string }[] = []
          child.on('message', (message: { kind: string }) => {
            messages.push(message)
            if (message.kind !== 'words') return
            child.kill()
            resolve(messages)
          })
          child.once('spawn', () => {
            child.postMessage(load, [])
            child.postMessage({ kind: 'check', id: 1, words: ['huis', 'not', 'huus'] }, [])
          })
        }),
      { kind: 'load', dictionaries },
    )
    expect(said).toEqual([
      { kind: 'reading', language: 'de' },
      { kind: 'broken', language: 'de' },
      { kind: 'reading', language: 'fr' },
      { kind: 'broken', language: 'fr' },
      { kind: 'reading', language: 'nl' },
      { kind: 'reading', language: null },
      { kind: 'words', id: 1, words: ['not', 'huus'] },
    ])
  },
)

test(
  'the setting says which languages there are, in both languages',
  nightly(),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const spelling = { isOn: true, languages: ['en-US'], words: ['gatehowse'] }
    await request(page, 'app.change-settings', { spelling })
    const faults: string[] = []
    for (const language of ['en', 'zh-CN'] as const) {
      await changeLanguage(page, language)
      await page.keyboard.press('Control+,')
      const box = page.getByRole('switch', { name: /Check spelling|检查拼写/ })
      await expect(box).toBeChecked()
      await expect(page.getByRole('checkbox', { name: /American English|美国英语/ })).toBeChecked()
      await page.getByText(/1 word added|添加的 1 个/).click()
      faults.push(...(await inspect(gatehouse, `${language}/spelling`, box)))
      await page.keyboard.press('Escape')
    }
    expect(faults).toEqual([])
  },
)
