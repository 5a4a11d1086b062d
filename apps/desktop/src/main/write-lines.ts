import { writeText } from './write-text.ts'

/** Writes the lines of the record as {@link writeText} does. Rejects with `audit/not-written`. */
export function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  return writeText(path, withEnds(lines), { code: 'audit/not-written', name: 'The activity' })
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}
