import type { Locator } from 'playwright-core'
import { expect, type Gatehouse } from '../launch.ts'
import { chat } from './chat.ts'
import { connectScripted } from './models/models.ts'

export const flowchart = `flowchart LR
  A[Question] --> B{Needs a tool?}
  B -->|yes| C[Ask the person]
  B -->|no| D[Answer]
  C --> D`

export const sequence = `sequenceDiagram
  participant M as Model
  participant G as Gatehouse
  M->>G: call read_file
  G-->>M: 文件内容
  Note over M,G: 每次调用都会询问`

const fence = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\``

const answerWith = (end: string, ...sources: string[]): string =>
  [end, ...sources.map(fence)].join('\n\n')

/** One answer with these diagrams, which must be short. */
export async function diagramsOf(gatehouse: Gatehouse, ...sources: string[]): Promise<Locator[]> {
  await connectScripted(gatehouse.page, 'chat', [{ text: answerWith('end', ...sources) }])
  await ask(gatehouse, 'end')
  const diagrams = gatehouse.page.getByTestId('diagram')
  await expect(diagrams).toHaveCount(sources.length)
  return sources.map((_source, index) => diagrams.nth(index))
}

/** Each call gets an answer with the next of these diagrams. */
export async function oneByOne(
  gatehouse: Gatehouse,
  sources: readonly string[],
): Promise<() => Promise<Locator>> {
  const script = sources.map((source, index) => ({ text: answerWith(`end ${index}.`, source) }))
  await connectScripted(gatehouse.page, 'chat', script)
  let asked = 0
  return async () => {
    await ask(gatehouse, `end ${asked}.`)
    asked += 1
    const diagram = gatehouse.page.getByTestId('diagram').last()
    await expect(diagram.getByRole('button', { name: 'Show diagram' })).toBeVisible()
    return diagram
  }
}

async function ask({ page }: Gatehouse, end: string): Promise<void> {
  const open = chat(page)
  await open.send('Draw it.')
  await expect(open.transcript).toContainText(end)
  await expect(open.answers.last()).toHaveAttribute('data-status', 'complete')
}

/** Presses its button, and says what becomes of it: `drawn`, or the words instead. */
export async function draw(diagram: Locator): Promise<string> {
  await diagram.getByRole('button', { name: 'Show diagram' }).click()
  const code = diagram.getByRole('button', { name: 'Show code' })
  const problem = diagram.getByRole('alert')
  // A machine that does other things takes its time to start a process.
  await expect(code.or(problem)).toBeVisible({ timeout: 25_000 })
  if (!(await code.isVisible())) return problem.innerText()
  // A picture is only there near the view, which the driver's own scrolling to the button may have left.
  await diagram.scrollIntoViewIfNeeded()
  return 'drawn'
}

/** The colour of a picture's first pixel. */
export function background(diagram: Locator): Promise<string> {
  return diagram.getByRole('img').evaluate(async (element) => {
    const image = element as HTMLImageElement
    // One that is being replaced has no colour.
    await image.decode().catch(() => undefined)
    const context = document.createElement('canvas').getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(1, 1, 1, 1).data ?? [])].slice(0, 3).join(' ')
  })
}

/** Windows, and processes of pages; a diagram has one of each while it is drawn. */
export function running({ app }: Gatehouse): Promise<{ windows: number; pages: number }> {
  return app.evaluate(({ app: electronApp, BrowserWindow }) => ({
    windows: BrowserWindow.getAllWindows().length,
    pages: electronApp.getAppMetrics().filter(({ type }) => type === 'Tab').length,
  }))
}
