import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { actOn, chat } from './support/chat.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'

const TABLE = [
  'Sales by shop:',
  '',
  '| Shop | City | Sales |',
  '|---|---|--:|',
  '| West Lake | Hangzhou | 246.8 |',
  '| Sky Street | Chengdu | 191.6 |',
  '| Light Square | Wuhan | 168.2 |',
  '',
  '<details>',
  '<summary>How they were counted</summary>',
  '',
  '- by **day**',
  '- without returns',
  '',
  '</details>',
].join('\n')

test(
  'a chat is forked by keys, with a prompt of one’s own, and each goes on by itself',
  nightly('chat.fork.branch', 'chat.fork.chosen', 'chat.own-prompts.inserted', 'chat.titles.own'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await connectScripted(page, 'chat', [
      { text: TABLE },
      { text: 'Sales of three shops' },
      { text: 'In one line: West Lake.' },
    ])
    await request(page, 'app.set-title-model', { model: 'chat' })
    const open = chat(page)
    await open.send('How did the shops do?')
    await expect(open.answers.last()).toContainText('Light Square')
    const title = page.getByRole('main').getByRole('button', { name: 'Sales of three shops' })
    await expect(title).toBeVisible()
    proves('chat.titles.own')
    await open.answers.last().getByRole('button', { name: 'Sales', exact: true }).click()
    expect(await inspect(gatehouse, 'answer-table')).toEqual([])

    await page.keyboard.press('Control+K')
    await page.keyboard.type('Your prompts')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your prompts' })
    await dialog.getByRole('button', { name: 'New prompt' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Brief')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Tell me about {{what}} in one line.')
    expect(await inspect(gatehouse, 'own-prompts-form')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Tell me about')).toBeVisible()
    expect(await inspect(gatehouse, 'own-prompts')).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page
      .getByTestId('turn-footer')
      .getByRole('button', { name: 'Fork to a new chat' })
      .click()
    const fork = page.getByRole('main').getByRole('button', { name: 'Sales of three shops (2)' })
    await expect(fork).toBeVisible()
    await expect(page.getByText('Forked to a new chat').first()).toBeVisible()
    // A hint that fades has no contrast to measure.
    await page.mouse.move(5, 5)
    proves('chat.fork.chosen')
    await open.composer.focus()
    await page.keyboard.type('/brief')
    await expect(page.getByRole('option', { name: /^Brief/ })).toBeVisible()
    expect(await inspect(gatehouse, 'own-prompt-list')).toEqual([])
    await open.composer.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Variables of Brief' })
    await form.getByRole('textbox', { name: 'what' }).fill('the best shop')
    expect(await inspect(gatehouse, 'own-prompt-variables')).toEqual([])
    await form.getByRole('textbox', { name: 'what' }).press('Enter')
    await expect(open.composer).toHaveValue('Tell me about the best shop in one line.')
    proves('chat.own-prompts.inserted')
    await page.getByTestId('send').click()
    await expect(open.answers.last()).toContainText('In one line: West Lake.')

    // The first chat is where it was, a key below.
    await page.keyboard.press('Control+PageDown')
    await expect(title).toBeVisible()
    await expect(open.answers).toHaveCount(1)
    proves('chat.fork.branch')
    await page.keyboard.press('Control+Shift+C')
    await expect
      .poll(() => gatehouse.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toContain('| West Lake |')
    await page.keyboard.press('Control+Shift+M')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByTestId('user-message').hover()
    await page.getByTestId('user-message').getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Fork to a new chat' })).toBeVisible()
    await page.keyboard.press('Escape')
    await actOn(page, 'user-message', 'Quote')
    await expect(open.composer).toHaveValue(/^> How did the shops do\?/)
    await open.composer.fill('')
    await page.keyboard.type('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys.getByText('Next chat')).toBeVisible()
    await expect(page.getByTestId('composer')).toHaveValue('')
    expect(await inspect(gatehouse, 'shortcuts')).toEqual([])
    await changeLanguage(page, 'en')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+3')
    await expect(page.locator('[data-section-list] [data-list-row]').first()).toBeFocused()
  },
)
