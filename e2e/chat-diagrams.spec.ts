import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import {
  background,
  diagramsOf,
  draw,
  flowchart,
  oneByOne,
  running,
  sequence,
} from './support/diagrams.ts'
import { changeLanguage, inspect, resize } from './support/inspect.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'

test(
  'a flowchart and a sequence diagram are drawn when they are asked for, in both themes',
  nightly('chat.diagrams.drawn', 'chat.diagrams.asked', 'chat.diagrams.kept'),
  async ({ gatehouse }) => {
    test.setTimeout(180_000)
    const { app, page, problems } = gatehouse
    const [first, second] = await diagramsOf(gatehouse, flowchart, sequence)
    if (!first || !second) throw new Error('There are two.')
    await expect(first.getByRole('group', { name: 'mermaid' })).toContainText('B -->|yes| C')
    await expect(page.getByRole('img', { name: 'Diagram' })).toHaveCount(0)
    expect(await running(gatehouse)).toEqual({ windows: 1, pages: 1 })
    await request(page, 'app.change-settings', { theme: 'light' })
    expect(await draw(first)).toBe('drawn')
    // The other one was not asked for.
    await expect(page.getByRole('img', { name: 'Diagram' })).toHaveCount(1)
    await second.getByRole('button', { name: 'Show diagram' }).focus()
    await page.keyboard.press('Enter')
    await expect(second.getByRole('img', { name: 'Diagram' })).toBeVisible({ timeout: 25_000 })
    await expect(second.getByRole('button', { name: 'Show code' })).toBeFocused()
    expect(await background(first)).toBe('255 255 255')
    await request(page, 'app.change-settings', { theme: 'dark' })
    await expect.poll(() => background(first), { timeout: 25_000 }).toBe('32 31 29')
    await expect.poll(() => background(second), { timeout: 25_000 }).toBe('32 31 29')
    proves('chat.diagrams.drawn')
    await expect.poll(() => running(gatehouse)).toEqual({ windows: 1, pages: 1 })

    await first.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(flowchart)
    await first.getByRole('button', { name: 'Show code' }).click()
    await expect(first.getByRole('group', { name: 'mermaid' })).toContainText('B -->|yes| C')
    proves('chat.diagrams.asked')
    expect(await draw(first)).toBe('drawn')

    await chat(page).startNew()
    await expect(page.getByTestId('diagram')).toHaveCount(0)
    const chats = page.getByRole('navigation', { name: 'Chats' })
    await chats.getByText('Draw it.').click()
    await expect(page.getByRole('img', { name: 'Diagram' })).toHaveCount(2)
    proves('chat.diagrams.kept')
    expect(problems).toEqual([])
    expect(await inspect(gatehouse, 'chat-diagrams', first)).toEqual([])
    expect(await inspect(gatehouse, 'chat-diagrams-sequence', second)).toEqual([])
  },
)

test(
  'a diagram is shown in its own size and larger',
  nightly('chat.diagrams.larger'),
  async ({ gatehouse }) => {
    test.setTimeout(120_000)
    const { page } = gatehouse
    const wide = Array.from({ length: 14 }, (_, index) => `n${index} --> n${index + 1}`).join('\n')
    const [diagram] = await diagramsOf(gatehouse, `flowchart LR\n${wide}`)
    if (!diagram) throw new Error('There is one.')
    expect(await draw(diagram)).toBe('drawn')
    const picture = diagram.getByRole('img', { name: 'Diagram' })
    const row = diagram.getByRole('group', { name: 'Diagram' })
    expect(await row.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    const shown = (await picture.boundingBox())?.width ?? 0
    await diagram.getByRole('button', { name: 'Enlarge diagram' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Diagram' })
    const large = dialog.getByRole('img', { name: 'Diagram' })
    const width = () => large.evaluate((image) => image.clientWidth)
    const whole = await width()
    expect(whole).toBeGreaterThan(shown * 1.5)
    const place = dialog.getByRole('group', { name: 'Diagram' })
    expect(await place.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    await dialog.getByRole('button', { name: 'Zoom in' }).press('Enter')
    expect(await width()).toBe(Math.round(whole * 1.5))
    await place.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => place.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
    proves('chat.diagrams.larger')
    expect(await inspect(gatehouse, 'chat-diagram-larger')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(diagram.getByRole('button', { name: 'Enlarge diagram' })).toBeFocused()
  },
)

test(
  'a diagram with an error, or one that is too large, says so beside its code',
  nightly('chat.diagrams.wrong', 'chat.diagrams.large'),
  async ({ gatehouse }) => {
    test.setTimeout(120_000)
    const { page } = gatehouse
    const edges = Array.from({ length: 300 }, (_, index) => `a${index}-->b${index}`).join('\n')
    const tall = Array.from({ length: 400 }, () => 'A->>B: on').join('\n')
    const many = Array.from({ length: 2500 }, (_, index) => `a-->b${index}`).join('\n')
    const sources = [
      'flowchart LR\n A --> --> B <img src=x>',
      'hello',
      `flowchart LR\n${edges}`,
      `sequenceDiagram\n${tall}`,
      `flowchart LR\n${many}`,
    ]
    const next = await oneByOne(gatehouse, sources)
    const broken = await next()
    const shown = [await draw(broken)]
    expect(shown[0]).toContain('This diagram has an error in its code.')
    expect(shown[0]).toContain('Parse error on line 2')
    await expect(broken.getByRole('group', { name: 'mermaid' })).toContainText(
      'A --> --> B <img src=x>',
    )
    expect(await inspect(gatehouse, 'chat-diagram-wrong', broken)).toEqual([])
    await changeLanguage(page, 'zh-CN')
    await expect(broken).toContainText('图表代码有错误。')
    await resize(gatehouse, { width: 640, height: 600 })
    await takePicture(page, 'chat-diagram-wrong-zh-640')
    await changeLanguage(page, 'en')
    await resize(gatehouse, { width: 1280, height: 800 })
    while (shown.length < sources.length) shown.push(await draw(await next()))
    expect(shown[1]).toContain('No diagram type detected')
    proves('chat.diagrams.wrong')
    // A busy machine does not come to the end of what would be too large.
    const refused = expect.stringMatching(/^This diagram (?:is too large|took too long) to draw\.$/)
    expect(shown.slice(2)).toEqual(Array(3).fill(refused))
    // What is larger still main does not even read.
    for (const length of [50_000, 1_000_000])
      await expect(
        request(page, 'diagram.draw', { source: 'a-->b\n'.repeat(length / 6), theme: 'light' }),
      ).rejects.toThrow('ipc/invalid-input')
    expect(await running(gatehouse)).toEqual({ windows: 1, pages: 1 })
    proves('chat.diagrams.large')
  },
)
