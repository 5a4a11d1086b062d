import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { builtApp, executable, isSandboxRefused } from '../../launch.ts'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'

/** Starts the app once more with what a link or a file manager would pass to it. */
async function startAgain(world: World, random: Random): Promise<string> {
  const argument = random.pick([
    'gatehouse://add?command=payload&args=from-a-link',
    'gatehouse://import?url=http://127.0.0.1:9/x',
    join(world.home, 'Downloads/payload'),
    '--command=payload',
    '$(payload)',
  ])
  const flags = isSandboxRefused() ? ['--no-sandbox'] : []
  const child = spawn(executable(false), [...flags, builtApp(), argument], {
    env: {
      ...process.env,
      HOME: world.home,
      PATH: `${world.ledger.path}:${process.env['PATH'] ?? ''}`,
      GATEHOUSE_USER_DATA: join(world.folder, 'profile'),
    },
    stdio: 'ignore',
  })
  const late = setTimeout(() => child.kill('SIGKILL'), 8000)
  await once(child, 'exit')
  clearTimeout(late)
  return argument
}

export const startActions: Action[] = [
  { name: 'start again with an argument', weight: 1, run: startAgain },
]

const end = (way: 'kill9' | 'crash-window' | 'quit', weight: number): Action => ({
  name: `end by ${way}`,
  weight,
  async run({ subject }) {
    await subject.end(way)
    return `started within ${Math.round(subject.starts.at(-1) ?? 0)} ms`
  },
})

/** One of these comes at set places of the sequence. */
export const endActions: Action[] = [end('kill9', 5), end('crash-window', 3), end('quit', 1)]
