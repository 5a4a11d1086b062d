import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { root } from '../command-support/paths.mjs'

/** Attackers in the order of the page, as a heading names them. */
export const attackers = Object.freeze({
  server: 'A hostile server',
  model: 'A hostile model or provider',
  configuration: 'A configuration that was handed over',
  file: 'A file or picture',
  page: 'A compromised window',
  program: 'Another program on this computer',
  'command line': 'Whoever starts the application',
})

const threatSchema = z.object({
  id: z.string(),
  attacker: z.enum([
    'server',
    'model',
    'configuration',
    'file',
    'page',
    'program',
    'command line',
  ] satisfies (keyof typeof attackers)[]),
  tries: z.string(),
  stoppedBy: z.string(),
  tests: z.array(z.object({ file: z.string(), title: z.string() })),
  remains: z.string().optional(),
})

/** One attack as `e2e/threats/threat.ts` describes it. */
export type Threat = z.infer<typeof threatSchema>

const areaSchema = z.object({ threats: z.array(threatSchema) })

/** Where each area of the application lists its threats in a file of its own. */
const threatsFolder = join(root, 'e2e/threats')

/** The threats of every area. */
export async function readThreats(folder: string = threatsFolder): Promise<Threat[]> {
  const areas = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'threat.ts')
  const found: Threat[] = []
  for (const name of areas.toSorted()) {
    const area: unknown = await import(pathToFileURL(join(folder, name)).href)
    const { success, data, error } = areaSchema.safeParse(area)
    if (!success) throw new Error(`${name} exports no list "threats": ${z.prettifyError(error)}`)
    found.push(...data.threats)
  }
  return found
}
