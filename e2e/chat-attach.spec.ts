import { fixtureServerCommand, serverEverythingPath } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { takePicture } from './support/results.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'

const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }

const tray = (page: Page) => page.getByTestId('attachment-tray')
const chosen = (page: Page) => page.getByRole('option', { selected: true })

test(
  'a prompt is put into a message by the keyboard, its arguments completed by its server',
  nightly('chat.attach.completed', 'chat.attach.prompt', 'chat.attach.sent'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const open = chat(page)
    await addServer(page, everything, { name: 'everything' })
    const model = await connectScripted(page, 'chat', [{ text: 'Read.' }])
    await open.composer.fill('Please ')
    await open.composer.press('End')
    const keys = await page.evaluateHandle(() => {
      const pressed: string[] = []
      addEventListener('keydown', ({ key }) => pressed.push(key), true)
      return pressed
    })
    await page.keyboard.press('/')
    await expect(page.getByRole('listbox', { name: 'Prompts' })).toContainText('everything')
    await page.keyboard.type('team')
    await expect(chosen(page)).toContainText('Team Management')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Arguments of Team Management' })
    await expect(form.getByRole('combobox', { name: 'department' })).toBeFocused()
    await expect(open.composer).toHaveValue('Please /team')

    await page.keyboard.type('Eng')
    await expect(page.getByText('1 of 1 · suggested by everything')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(form.getByRole('combobox', { name: 'department' })).toHaveValue('Engineering')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option')).toHaveText(['Alice', 'Bob', 'Charlie'])
    await page.keyboard.type('Bob')
    proves('chat.attach.completed')
    await page.keyboard.press('Enter')
    // Its name, its first argument with the keys that complete it, its second.
    const filled = 'team'.length + 'Eng'.length + 2 + 1 + 'Bob'.length
    expect(await keys.jsonValue()).toHaveLength(filled + 3)
    await expect(tray(page).getByRole('listitem')).toContainText(
      /Team Management.*everything · ~\d/,
    )
    await expect(open.composer).toBeFocused()
    await expect(open.composer).toHaveValue('Please ')
    proves('chat.attach.prompt')

    // At once, Enter is taken for a second press of the one that filled it in; nobody reads as fast as a test.
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(open.answers.last()).toContainText('Read.')
    expect(requestTexts(model).at(-1)).toContain('promote Bob to the head of the Engineering team')
    await expect(tray(page)).toHaveCount(0)
    proves('chat.attach.sent')
  },
)

test(
  'a list or form that is left with Escape leaves the message as it was, and undo takes back what was put in',
  nightly('chat.attach.escape', 'chat.attach.undo'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const open = chat(page)
    await addServer(page, fixtureServerCommand({ era: 'modern' }), { name: 'notes' })
    await open.composer.fill('See ')
    await open.composer.press('End')
    await page.keyboard.type('/gre')
    await expect(chosen(page)).toContainText('Greet somebody')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await page.keyboard.type('et')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(open.composer).toHaveValue('See /greet')
    for (let back = 0; back < 5; back += 1) await page.keyboard.press('Backspace')
    await expect(chosen(page)).toContainText('Greet somebody')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('argument-form')).toBeVisible()
    await page.keyboard.type('music')
    // The first one closes the suggestions.
    await expect(page.getByText('1 of 1 · suggested by notes')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('argument-form').getByRole('combobox').first()).toHaveValue(
      'music',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('argument-form')).toHaveCount(0)
    await expect(open.composer).toBeFocused()
    await expect(open.composer).toHaveValue('See /')
    proves('chat.attach.escape')

    await page.keyboard.press('Backspace')
    await page.keyboard.type('/dai')
    await page.keyboard.press('Tab')
    await expect(tray(page).getByRole('listitem')).toContainText('Daily note')
    await expect(open.composer).toHaveValue('See ')
    await page.keyboard.press('Control+Z')
    await expect(open.composer).toHaveValue('See /dai')
    proves('chat.attach.undo')
  },
)

test(
  'resources, variables of templates and files are attached by mouse and keyboard, and taken out again',
  nightly('chat.attach.resource', 'chat.attach.files', 'chat.attach.removed', 'chat.attach.last'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const open = chat(page)
    await addServer(page, fixtureServerCommand({ era: 'modern' }), { name: 'notes' })
    const model = await connectScripted(page, 'chat', [{ text: 'Read.' }])
    await page.getByRole('button', { name: 'Attach a resource' }).click()
    await expect(open.composer).toBeFocused()
    await page.getByRole('option', { name: /Read me/ }).click()
    await expect(open.composer).toHaveValue('')
    await expect(tray(page).getByRole('listitem')).toContainText(/Read me.*notes/)

    await page.keyboard.type('@note')
    await expect(chosen(page)).toContainText('fixture://notes/{id}')
    await page.keyboard.press('Enter')
    await page.keyboard.type('1')
    await expect(page.getByRole('option')).toHaveText(['1', '10'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('expanded-uri')).toHaveText('fixture://notes/10')
    await page.keyboard.press('Enter')
    await expect(tray(page).getByRole('listitem')).toHaveCount(2)

    await page.getByTestId('file-input').setInputFiles([
      { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan of the day.') },
      { name: 'movie.mov', mimeType: 'video/quicktime', buffer: Buffer.from([0, 1, 2, 3]) },
    ])
    await expect(tray(page).getByRole('listitem')).toHaveCount(4)
    await expect(tray(page).getByRole('alert')).toContainText('This type cannot be attached.')
    await page.getByRole('button', { name: 'Remove movie.mov' }).click()
    await page.getByRole('button', { name: 'Remove Read me' }).press('Enter')
    await expect(tray(page).getByRole('listitem')).toHaveCount(2)
    proves('chat.attach.resource', 'chat.attach.files', 'chat.attach.removed')

    await open.send('Compare.')
    await expect(open.answers.last()).toContainText('Read.')
    const sent = requestTexts(model).at(-1) ?? ''
    expect(sent).toContain('# Note 10')
    expect(sent).toContain('The plan of the day.')
    expect(sent).not.toContain('A server.')
    await open.composer.focus()
    await page.keyboard.press('ArrowUp')
    await expect(open.composer).toHaveValue('Compare.')
    proves('chat.attach.last')
  },
)

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `the lists, the form and the tray in ${language} have no axe violation, and nothing cut or covered`,
    nightly(`chat.attach.accessible-${language}`),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      await addServer(page, fixtureServerCommand({ era: 'modern' }), { name: 'notes' })
      await request(page, 'app.change-settings', { language })
      const faults: string[] = []
      const area = page.getByTestId('composer')
      await area.focus()
      await page.getByTestId('file-input').setInputFiles([
        { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan of the day.') },
        { name: 'movie.mov', mimeType: 'video/quicktime', buffer: Buffer.from([0, 1, 2, 3]) },
      ])
      await expect(tray(page).getByRole('alert')).toBeVisible()
      for (const [name, typed] of [
        ['composer-prompts', '/'],
        ['composer-resources', '@'],
        ['composer-no-match', 'xyz'],
      ] as const) {
        await area.focus()
        await page.keyboard.type(typed)
        if (typed !== 'xyz') await expect(page.getByRole('option').first()).toBeVisible()
        faults.push(...(await inspect(gatehouse, `${language}/${name}`)))
        if (typed === '/') await page.keyboard.press('Escape')
        if (typed === '/') await area.fill('')
      }
      await area.fill('')
      await page.keyboard.type('/greet')
      await page.keyboard.press('Enter')
      await expect(page.getByTestId('argument-form')).toBeVisible()
      faults.push(...(await inspect(gatehouse, `${language}/composer-form`)))
      // Its popup hides the rest of the page from assistive technology, as each popup of a combobox does.
      await page.keyboard.type('m')
      await expect(page.getByRole('option')).toHaveText(['music'])
      faults.push(...(await findLayoutFaults(page)))
      await takePicture(page, `${language}/composer-suggestions`)
      expect(faults).toEqual([])
      proves(`chat.attach.accessible-${language}`)
    },
  )
}
