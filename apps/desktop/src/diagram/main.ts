import mermaid from 'mermaid'
import { backgroundOf, configuration, type Theme } from './configuration.ts'
import { paintPicture, type PaintedPicture } from './paint-picture.ts'

type Outcome =
  | ({ state: 'drawn' } & PaintedPicture)
  | { state: 'unreadable'; message: string }
  | { state: 'too-large' }

/** Draws one diagram; called by main, once. */
async function drawDiagram({ source, theme }: { source: string; theme: Theme }): Promise<Outcome> {
  mermaid.initialize(configuration(theme))
  try {
    await mermaid.parse(source)
  } catch (error) {
    const message = wordsOf(error)
    // The message names a limit to raise, which no one here can.
    return message.startsWith('Edge limit exceeded')
      ? { state: 'too-large' }
      : { state: 'unreadable', message }
  }
  const place = document.createElement('div')
  document.body.append(place)
  const { svg } = await mermaid.render('diagram', source, place)
  place.innerHTML = svg
  const drawing = place.querySelector('svg')
  const picture = drawing && (await paintPicture(drawing, backgroundOf(theme)))
  return picture ? { state: 'drawn', ...picture } : { state: 'too-large' }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

Object.assign(globalThis, { drawDiagram })
