import type { Random } from '../random.mjs'
import { oddName } from './words.mjs'

/** Request of a diagram from the hostile model. */
export const DRAW = 'Draw a diagram.'

const script = 'globalThis.__attacked = true'

/** The text of a diagram that wants to run, to load, to never end or to take all memory. */
export function hostileDiagram(random: Random): string {
  const times = (most: number): number => random.int(Math.ceil(most / 10), most)
  const label = (): string => oddName(random).replaceAll(/[\n"]/g, ' ')
  return random.weighted<() => string>([
    [4, () => `flowchart LR\nA["${label()}"] --> B["${label()}"]`],
    [2, () => `flowchart LR\nA["<img src=http://127.0.0.1:9/x onerror='${script}'>"] --> B`],
    [1, () => `flowchart LR\nA-->B\nclick A href "javascript:${script}"\nclick B call steal()`],
    [1, () => `%%{init: {"securityLevel":"loose","htmlLabels":true}}%%\nflowchart LR\nA --> B`],
    [2, () => `flowchart LR\n${'A --> B\n'.repeat(times(600))}`],
    [1, () => `flowchart LR\n${'subgraph s\n'.repeat(times(400))}`],
    [1, () => `flowchart LR\nA["${'x'.repeat(times(18_000))}"]`],
    // These would take minutes, or gigabytes.
    [1, () => `block-beta\ncolumns 3\na space:${times(900_000_000)} b`],
    [1, () => `gantt\ndateFormat YYYY\ntickInterval 1millisecond\nA :a, 0001, 9999`],
    [1, () => `sequenceDiagram\n${'A->>B: again\n'.repeat(times(1000))}`],
    [
      1,
      () =>
        `mindmap\n${Array.from({ length: times(400) }, (_, at) => ' '.repeat(at) + 'a').join('\n')}`,
    ],
    [1, () => `pie\n"a" : 1e308\n"b" : ${times(9)}e-320`],
    [1, () => oddName(random).repeat(times(60)).slice(0, 19_000)],
  ])()
}

export const diagramFence = (random: Random): string =>
  `\`\`\`mermaid\n${hostileDiagram(random)}\n\`\`\`\n\nend`
