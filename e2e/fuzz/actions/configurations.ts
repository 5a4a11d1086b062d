import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from '../../support/routes.ts'
import { configuration } from '../generators/configurations.ts'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { refusing } from './consenting-to.ts'

const textOf = (world: World, random: Random) => {
  const baits = [
    join(world.home, 'Downloads/payload'),
    join(world.project, 'node_modules/.bin/payload'),
  ]
  return configuration(random, baits, world.project)
}

/** Reads a configuration and proposes it as the import sheet does, and refuses what is then shown. */
async function review(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  writeFileSync(
    join(world.home, '.config/Claude/claude_desktop_config.json'),
    textOf(world, random),
  )
  const { id } = await request(page, 'import.open', {})
  try {
    const preview = await request(page, 'import.read-text', { id, text: textOf(world, random) })
    const found = preview.files
      .flatMap(({ servers }) => servers)
      .filter(({ launch }) => launch !== null)
    if (found.length === 0) return 'nothing to import'
    const choices = found.slice(0, 20).map((server, at) => ({
      serverId: server.id,
      name: `i${at}`,
      secrets: [],
      hostVariables: [],
    }))
    const proposed = request(page, 'import.propose', { id, choices, answers: [] }).then(
      ({ outcome }) => outcome,
      (error: unknown) => String(error).slice(0, 60),
    )
    return `${found.length} proposed, ${await refusing(page, proposed)}`
  } finally {
    await request(page, 'import.close', { id }).catch(() => undefined)
  }
}

export const configurationActions: Action[] = [{ name: 'review an import', weight: 3, run: review }]
