import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FixtureEvent } from '@gatehouse/testkit'
import type { TestInfo } from '@playwright/test'

/** A folder of this test alone, removed by the next run. */
export function scratch(testInfo: TestInfo): string {
  const folder = testInfo.outputPath('scratch')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Returns the events that a fixture server wrote to its events file; none if it wrote nothing yet. */
export function readEvents(file: string): FixtureEvent[] {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as FixtureEvent)
}

/** Every file below a folder that holds the text, in UTF-8 or UTF-16, plain or in base64. */
export function filesWith(folder: string, secret: string): string[] {
  const needles = [
    Buffer.from(secret, 'utf8'),
    Buffer.from(secret, 'utf16le'),
    ...base64Cores(secret).map((core) => Buffer.from(core, 'utf8')),
  ]
  return listFiles(folder).filter((file) => {
    const bytes = readFileSync(file)
    return needles.some((needle) => bytes.includes(needle))
  })
}

/** Returns the parts that base64 of any text with the secret contains, for each of the three alignments. */
function base64Cores(secret: string): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret, 'utf8')]).toString(
      'base64',
    )
    return text.slice(4, -4)
  })
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}
