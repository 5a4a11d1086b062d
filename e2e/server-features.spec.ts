import {
  fixtureServerCommand,
  handwrittenServerCommand,
  serverEverythingPath,
} from '@gatehouse/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { request } from './support/routes.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }

/** Chooses an entry of the list on the left of the tab that is open. */
async function choose(
  page: Page,
  list: 'Prompts' | 'Resources' | 'Skills',
  name: string,
): Promise<Locator> {
  const nav = page.getByRole('main').getByRole('navigation', { name: list })
  await nav.getByRole('button', { name, exact: true }).click()
  return page.getByRole('region', { name, exact: true })
}

/** Types into a completed field by keyboard; what the server proposes then. */
async function proposals(page: Page, field: Locator, typed: string): Promise<string[]> {
  await field.click()
  await field.pressSequentially(typed)
  await expect(page.getByText(/suggested by/)).toBeVisible()
  return page.getByRole('option').allTextContents()
}

test('a prompt of server-everything is completed, previewed and used', async ({ gatehouse }) => {
  const { page } = gatehouse
  await addServer(page, everything, { name: 'everything' })
  await openServer(page, 'everything')
  await openServerTab(page, 'Prompts')
  const prompt = await choose(page, 'Prompts', 'Team Management')

  await prompt.getByRole('button', { name: 'Preview' }).click()
  await expect(prompt.getByRole('combobox', { name: 'department' })).toBeFocused()
  await expect(prompt.getByText('This argument is required.').first()).toBeVisible()
  proves('server.prompts.required')

  const department = prompt.getByRole('combobox', { name: 'department' })
  expect(await proposals(page, department, 'Eng')).toEqual(['Engineering'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(department).toHaveValue('Engineering')
  proves('server.completion.prompt')
  const name = prompt.getByRole('combobox', { name: 'name' })
  expect(await proposals(page, name, '')).toEqual(['Alice', 'Bob', 'Charlie'])
  proves('server.completion.context')
  await page.getByRole('option', { name: 'Bob' }).click()

  await prompt.getByRole('button', { name: 'Preview' }).click()
  const words = 'Please promote Bob to the head of the Engineering team.'
  await expect(prompt.getByRole('group', { name: 'Preview' })).toContainText(words)
  proves('server.prompts.preview')
  await prompt.getByRole('button', { name: 'Use in a chat' }).click()
  await expect(page.getByTestId('composer')).toHaveValue(words)
  const chats = await request(page, 'chat.list', {})
  expect(chats.map(({ draft }) => draft)).toContain(words)
  for (const { id } of chats) expect((await request(page, 'chat.get', { id })).turns).toEqual([])
  proves('server.prompts.draft')
  expect(gatehouse.problems).toEqual([])
})

test(
  'resources and templates of a server are read',
  nightly(
    'server.resources.picture',
    'server.resources.text',
    'server.completion.template',
    'server.resources.template',
    'server.resources.refused',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await addServer(page, fixtureServerCommand(), { name: 'notes' })
    await openServer(page, 'notes')
    await openServerTab(page, 'Resources')

    const text = await choose(page, 'Resources', 'Read me')
    await text.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(text.getByRole('group', { name: 'Contents' })).toContainText('# Fixture')
    const picture = await choose(page, 'Resources', 'Four squares')
    await picture.getByRole('button', { name: 'Read', exact: true }).click()
    const width = () =>
      picture.getByRole('img').evaluate((img) => (img as HTMLImageElement).naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
    proves('server.resources.picture')
    const script = await choose(page, 'Resources', 'A page with a script')
    await script.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(script.getByRole('group', { name: 'Contents' })).toContainText('<script>')
    expect(await page.evaluate(() => '__fixtureInjected' in globalThis)).toBe(false)
    proves('server.resources.text')

    const template = await choose(page, 'Resources', 'Note')
    const id = template.getByRole('combobox', { name: 'id' })
    expect(await proposals(page, id, '1')).toEqual(['1', '10'])
    proves('server.completion.template')
    await page.getByRole('option', { name: '10' }).click()
    await expect(template.getByTestId('expanded-uri')).toHaveText('fixture://notes/10')
    await template.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(template.getByRole('group', { name: 'Contents' })).toContainText('# Note 10')
    proves('server.resources.template')

    await id.fill('99')
    await expect(template.getByRole('group', { name: 'Contents' })).toBeHidden()
    await page.keyboard.press('Escape')
    await template.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(template.getByRole('alert')).toContainText('The server returned an error')
    proves('server.resources.refused')
    expect(gatehouse.problems).toEqual([])
  },
)

test(
  'a template of server-everything is read, and bytes are shown as bytes',
  nightly('server.resources.bytes'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await addServer(page, everything, { name: 'everything' })
    await openServer(page, 'everything')
    await openServerTab(page, 'Resources')
    const template = await choose(page, 'Resources', 'Dynamic Blob Resource')
    await template.getByRole('combobox', { name: 'resourceId' }).fill('7')
    // Escape closes what is open: it must be there by then.
    await expect(page.getByText(/suggested by/)).toBeVisible()
    await page.keyboard.press('Escape')
    await template.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(template.getByText('Binary content')).toBeVisible()
    await expect(template.getByRole('group', { name: 'Contents' })).toContainText('52 65 73 6f')
    proves('server.resources.bytes')
  },
)

test(
  'a stopped server is not started by looking at its prompts',
  nightly('server.prompts.stopped'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { config } = await addServer(page, fixtureServerCommand(), { name: 'notes' })
    await openServer(page, 'notes')
    await openServerTab(page, 'Prompts')
    await request(page, 'server.stop', { id: config.id })
    await expect(page.getByText('This server is not running')).toBeVisible()
    const view = (await request(page, 'server.list', {})).find((one) => one.config.id === config.id)
    expect(view?.connection.status).toBe('stopped')
    proves('server.prompts.stopped')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Start' }).click()
    await choose(page, 'Prompts', 'Greet somebody')
  },
)

test(
  'a skill is read, and one that is not as described is not shown',
  nightly('server.skills.read', 'server.skills.refused', 'server.skills.unchecked'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await addServer(page, handwrittenServerCommand({ era: 'modern' }), { name: 'kitchen' })
    await openServer(page, 'kitchen')
    await openServerTab(page, 'Skills')
    const tea = await choose(page, 'Skills', 'brew-tea')
    await tea.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(tea.getByRole('group', { name: 'SKILL.md', exact: true })).toContainText('# Tea')
    await tea.getByRole('button', { name: 'Read references/times.md' }).click()
    await expect(tea.getByText('Green: 2 minutes.')).toBeVisible()
    proves('server.skills.read')

    const other = await choose(page, 'Skills', 'other-frontmatter')
    await other.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(other.getByRole('alert')).toContainText('the entry has 2.5, SKILL.md has 3.5')
    await expect(other.getByText('# Tea')).toBeHidden()
    proves('server.skills.refused')

    const today = await choose(page, 'Skills', 'tea-of-today')
    await today.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(today.getByText('cannot be verified', { exact: true })).toBeVisible()
    proves('server.skills.unchecked')
    expect(gatehouse.problems).toEqual([])
  },
)
