import { measureFlood } from './measure-flood.ts'
import { measureMerge } from './measure-merge.ts'

/** Run by `pnpm bench protocol`: `merge` or `flood MS FOLDER COMMAND ARGUMENT…`; prints JSON. */
async function main(): Promise<void> {
  const [what, floodMs = '', dataFolder = '', command = '', ...args] = process.argv.slice(2)
  const report =
    what === 'merge'
      ? measureMerge(20, 250, 15)
      : await measureFlood({
          command,
          args,
          floodMs: Number(floodMs),
          dataFolder,
          collectGarbage: () => gc?.(),
        })
  process.stdout.write(`${JSON.stringify(report)}\n`)
  process.exit(0)
}

void main()
