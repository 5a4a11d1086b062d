import { request } from '../../support/routes.ts'
import { toFront } from '../../support/windows.ts'
import { DRAW, hostileDiagram } from '../generators/diagrams.ts'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { refuseAll } from './consenting-to.ts'

/** Script in the window has diagrams drawn, more than may wait. */
async function drawMany(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  const theme = random.pick(['light', 'dark'] as const)
  const sources = Array.from({ length: random.pick([1, 2, 14]) }, () => hostileDiagram(random))
  const drawing = sources.map((source) =>
    request(page, 'diagram.draw', { source: source.slice(0, 19_000), theme }).then(
      ({ state }) => state,
      () => 'refused',
    ),
  )
  const states = await Promise.all(drawing)
  return states.join(' ')
}

/** Has the model answer with one, and shows it. */
async function showOne(world: World): Promise<string> {
  const { app, page } = world.subject.gatehouse
  await refuseAll(page)
  await toFront(app, page)
  const { id } = await request(page, 'chat.create', {})
  await request(page, 'chat.send', { id, text: DRAW })
  await page.keyboard.press('Escape')
  await request(page, 'window.show-place', { place: { section: 'chats', conversationId: id } })
  const diagram = page.getByTestId('diagram').first()
  await diagram.getByRole('button', { name: /^(Show diagram|显示图表)$/ }).click({ timeout: 5000 })
  const code = diagram.getByRole('button', { name: /^(Show code|显示代码)$/ })
  const problem = diagram.getByRole('alert')
  await code.or(problem).waitFor({ timeout: 6000 })
  return (await code.isVisible()) ? 'drawn' : problem.innerText()
}

export const diagramActions: Action[] = [
  { name: 'draw diagrams', weight: 4, run: drawMany },
  { name: 'show a diagram', weight: 3, run: showOne },
]
