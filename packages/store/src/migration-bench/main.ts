import { statSync } from 'node:fs'
import { fileSpaceOf } from '../file/compact-file.ts'
import { openDatabase } from '../file/database.ts'
import { openStores } from '../open-stores.ts'
import { compareHistory, writeOldHistory } from './format-5-history.ts'
import { writeOldestFile } from './format-1-file.ts'

/**
 * Run by `pnpm bench update`: `write FILE TURNS SIZE` makes a file of format 5, `update FILE` brings it to
 * the latest and prints a line for each percent, `compare FILE TURNS SIZE` reads all of it. `oldest FILE`, run by
 * `pnpm installer --check`, makes a file of format 1. Prints JSON last.
 */
async function main(): Promise<void> {
  const [what, file = '', turns = '0', size = '0'] = process.argv.slice(2)
  const history = { turns: Number(turns), resultSize: Number(size) }
  const began = performance.now()
  if (what === 'write') writeOldHistory(file, history)
  else if (what === 'oldest') writeOldestFile(file)
  else if (what === 'update') update(file)
  else {
    const stores = openStores({ file })
    await compareHistory(stores, history)
    stores.close()
  }
  const report = {
    ms: Math.round(performance.now() - began),
    bytes: statSync(file).size,
    free: freeIn(file),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
}

function freeIn(file: string): number {
  const database = openDatabase(file)
  const { free } = fileSpaceOf(database)
  database.close()
  return free
}

function update(file: string): void {
  let percent = -1
  const onUpdate = ({ part }: { part: number }): void => {
    if (Math.floor(part * 100) === percent) return
    percent = Math.floor(part * 100)
    process.stdout.write(`${percent}\n`)
  }
  process.stdout.write('begins\n')
  openStores({ file, onUpdate, compacts: true }).close()
}

void main()
