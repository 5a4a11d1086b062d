import type { ServerImportPreview } from '@gatehouse/domain/launch'
import { describe, expect, it } from 'vitest'
import { createImportHarness, suggestedChoices } from '../testing/import-harness.ts'
import { IMPORT_LIMITS } from './template-size.ts'

const FOLDER = `/${'x'.repeat(200_000)}`
const LONG_FOLDER = `/${'x'.repeat(4000)}`
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_none, index) => make(index))
const named = <T>(count: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(many(count, (index) => [`n${index}`, make(index)]))

const unknownFields = named(200, () => ({ command: 'node', ...named(40, () => 1) }))
const folderInArguments = {
  command: 'node',
  args: many(200, () => '${CLAUDE_PROJECT_DIR}'.repeat(50)),
}
const hostVariables = {
  command: 'node',
  args: [...many(6, () => 'x'.repeat(30_000)), ...many(200, (index) => `\${env:V${index}}`)],
}

async function open(config: unknown): Promise<{ text: string; preview: ServerImportPreview }> {
  const { imports } = createImportHarness()
  const { id } = await imports.open()
  const text = JSON.stringify(config)
  return { text, preview: imports.readText(id, text) }
}

const codesOf = (preview: ServerImportPreview): string[] => [
  ...new Set(
    preview.files.flatMap(({ problems, servers }) =>
      [...problems, ...servers.flatMap((server) => server.problems)].map(({ code }) => code),
    ),
  ),
]

describe('what is made of a configuration', () => {
  /**
   * @threat configuration.expansion
   * @attacker configuration
   * @tries To end the app, at every start when the file lies in a known place, with one or two megabytes: a name, a
   * folder or a default that is repeated for every server, argument and problem.
   * @stoppedBy What is made of a file is counted before it is made: by text, launch, file, review and import; a name or
   * a folder in the place of a problem is cut.
   */
  it.each([
    [
      'a long project with many unknown fields',
      { projects: { [FOLDER]: { mcpServers: unknownFields } } },
      'too-long',
    ],
    [
      'a long project named in every argument',
      { projects: { [FOLDER]: { mcpServers: { a: folderInArguments } } } },
      'too-long',
    ],
    [
      'a folder named ten thousand times',
      { projects: { [LONG_FOLDER]: { mcpServers: { a: folderInArguments } } } },
      'too-long',
    ],
    [
      'a folder named in each server',
      {
        projects: {
          [LONG_FOLDER]: {
            mcpServers: named(200, () => ({
              command: 'node',
              args: many(60, () => '${CLAUDE_PROJECT_DIR}'),
            })),
          },
        },
      },
      'too-much',
    ],
    [
      'a long name of a server',
      { mcpServers: { ['n'.repeat(200_000)]: { command: 'node', ...named(40, () => 1) } } },
      undefined,
    ],
    [
      'long names of its fields',
      { mcpServers: { a: { command: 'node', ...named(9, (index) => index), [FOLDER]: 1 } } },
      undefined,
    ],
    [
      'long names of its variables',
      { mcpServers: { a: { command: 'node', env: { [FOLDER]: '${X}' } } } },
      'too-long',
    ],
    ['variables of the person in a long launch', { servers: { a: hostVariables } }, undefined],
    [
      'more variables than a person reads',
      { servers: { a: { command: 'node', args: ['${env:A}'.repeat(300)] } } },
      'too-many',
    ],
    [
      'more arguments than a launch takes',
      { servers: { a: { command: 'node', args: many(257, () => 'x') } } },
      'too-many',
    ],
    [
      'more variables than an environment takes',
      { servers: { a: { command: 'node', env: named(257, () => 'x') } } },
      'too-many',
    ],
    [
      'a default of hundreds of kilobytes',
      { inputs: [{ id: 'a', default: FOLDER }], servers: { a: { command: '${input:a}' } } },
      'too-long',
    ],
  ])('is never much larger than the file: %s', async (_what, config, code) => {
    const { text, preview } = await open(config)
    expect(JSON.stringify(preview).length).toBeLessThan(
      2 * text.length + 1.2 * IMPORT_LIMITS.together,
    )
    expect(codesOf(preview)).toEqual(code === undefined ? [] : [code])
  })

  /** @threat configuration.expansion */
  it('stays within one launch however often a default is named in it', async () => {
    const { imports } = createImportHarness()
    const { id } = await imports.open()
    const preview = imports.readText(
      id,
      JSON.stringify({
        inputs: [{ id: 'a', type: 'promptString', default: 'x'.repeat(60_000) }],
        servers: { a: { command: 'node', args: many(200, () => '${input:a}') } },
      }),
    )
    expect(codesOf(preview)).toEqual([])
    await expect(imports.review(id, suggestedChoices(preview), [])).rejects.toMatchObject({
      code: 'import/invalid',
      data: { issue: { code: 'too-much', detail: '262144' } },
    })
  })

  /** @threat configuration.expansion */
  it('stays within one review however often a server is chosen', async () => {
    const { imports } = createImportHarness()
    const { id } = await imports.open()
    const text = JSON.stringify({
      mcpServers: { a: { command: 'node', args: many(4, () => 'x'.repeat(30_000)) } },
    })
    const [choice] = suggestedChoices(imports.readText(id, text))
    const choices = many(20, (index) => ({ ...choice!, name: `a ${index}` }))
    await expect(imports.review(id, choices, [])).rejects.toMatchObject({
      data: { issue: { code: 'too-much', detail: '2000000' } },
    })
    await expect(imports.review(id, choices.slice(0, 2), [])).resolves.toBeDefined()
  })

  /** @threat configuration.expansion */
  it('is forgotten, the oldest first, when texts are added without end', async () => {
    const { imports } = createImportHarness()
    const { id } = await imports.open()
    const first = imports.readText(id, JSON.stringify({ mcpServers: { a: { command: 'first' } } }))
    const large = JSON.stringify({
      mcpServers: { a: { command: 'node', args: many(8, () => 'x'.repeat(30_000)) } },
    })
    const previews = many(20, () => imports.readText(id, large))
    const last = previews.at(-1)!
    expect(JSON.stringify(last).length).toBeLessThan(1.2 * IMPORT_LIMITS.session)
    await expect(imports.review(id, suggestedChoices(first), [])).rejects.toMatchObject({
      code: 'import/server-gone',
    })
  })
})
