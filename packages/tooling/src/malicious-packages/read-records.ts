import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** The texts of the records of a dump: a zip file, or a folder of JSON files. Rejects for one that cannot be read. */
export async function* readRecords(dump: string): AsyncGenerator<string> {
  if ((await stat(dump)).isDirectory()) {
    for (const name of (await readdir(dump, { recursive: true })).toSorted())
      if (name.endsWith('.json')) yield await readFile(join(dump, name), 'utf8')
    return
  }
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(dump)
  for await (const entry of zip.eachEntry())
    if (entry.fileName.endsWith('.json')) yield await text(await zip.openReadStreamPromise(entry))
}
