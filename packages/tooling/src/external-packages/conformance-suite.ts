import { join } from 'node:path'
import { fetchOnce } from './fetch-packages.ts'
import { provideNewerNode } from './newer-node.ts'
import { userCache } from '../command-support/paths.mjs'

/** The official suite; pinned, as its scenarios change between releases. */
export const suiteVersion = '0.2.0-alpha.12'
const suite = '@modelcontextprotocol/conformance'
/** The suite needs a newer Node than the rest of the project. */
const oldestMajor = 22

/**
 * The suite's command, fetched once, with a Node that it runs on.
 * @returns program and script
 */
export async function provideSuite(): Promise<[string, string]> {
  const isNewEnough = Number.parseInt(process.versions.node, 10) >= oldestMajor
  const node = isNewEnough ? process.execPath : await provideNewerNode()
  const folder = join(userCache, 'conformance', suiteVersion)
  await fetchOnce('the conformance suite', folder, [`${suite}@${suiteVersion}`])
  return [node, join(folder, 'node_modules', suite, 'dist/index.js')]
}
