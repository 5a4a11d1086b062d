import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../command-support/paths.mjs'
import { filesBelow } from '../command-support/stamp.mjs'
import { lineOf } from '../plain/read-source.ts'
import { readSource } from './source-tests.ts'

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

const attackerNames = Object.keys(attackers) as (keyof typeof attackers)[]

const sentence = z.string('is missing').min(8, 'says too little')

const textSchema = z.strictObject(
  {
    attacker: z.enum(attackerNames, `is one of: ${attackerNames.join(', ')}`),
    tries: sentence,
    stoppedBy: sentence,
    /** Remaining risk, with the reason. */
    remains: sentence.optional(),
  },
  'is no field: there are @attacker, @tries, @stoppedBy and @remains',
)

/** One attack on the host, what stops it, and the tests that would fail if nothing did. */
export interface Threat extends z.infer<typeof textSchema> {
  /** `area.name`, unique. */
  id: string
  /** Files are relative to the repository; titles follow those of the groups around the test. */
  tests: { file: string; title: string }[]
}

/** `@threat id` in a comment above a test, with the fields that follow it. */
interface Tag {
  id: string
  /** File and line, for a person. */
  location: string
  fields: Record<string, string>
  test?: Threat['tests'][number]
}

interface FoundThreats {
  threats: Threat[]
  /** Begin with file and line. */
  faults: string[]
}

/** Reads the threats from the comments above the tests. */
export function readThreats(): FoundThreats {
  const files = filesBelow(['apps', 'e2e', 'packages'], (file) => /\.(?:tsx?|mjs)$/.test(file))
  return collectThreats(
    files.map((file) => ({
      file: file.replaceAll('\\', '/'),
      source: readFileSync(join(root, file), 'utf8'),
    })),
  )
}

/**
 * Collects the threats of sources. The test below the text comes first, the others in the order of the sources.
 * @param sources with paths relative to the repository
 */
export function collectThreats(sources: readonly { file: string; source: string }[]): FoundThreats {
  const faults: string[] = []
  const byId = new Map<string, Tag[]>()
  for (const { file, source } of sources)
    if (source.includes('@threat'))
      for (const tag of tagsIn(file, source, faults))
        byId.set(tag.id, [...(byId.get(tag.id) ?? []), tag])
  const threats = [...byId].flatMap(([id, tags]) => threatOf(id, tags, faults) ?? [])
  return { threats, faults }
}

function threatOf(id: string, tags: readonly Tag[], faults: string[]): Threat | undefined {
  const [text, second] = tags.filter(({ fields }) => Object.keys(fields).length > 0)
  const { location, fields } = text ?? tags[0] ?? {}
  if (!/^[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+$/.test(id))
    faults.push(`${location}: ${id} is no id of the form area.name`)
  if (second)
    faults.push(`${second.location}: ${id} has a text at ${location} already: leave one of the two`)
  if (!text) {
    faults.push(`${location}: ${id} has no text: write @attacker, @tries and @stoppedBy below it`)
    return undefined
  }
  const { success, data, error } = textSchema.safeParse(fields)
  if (success) {
    const ordered = [text, ...tags.filter((tag) => tag !== text)]
    return { id, ...data, tests: ordered.flatMap(({ test }) => test ?? []) }
  }
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : issue.path
    faults.push(`${location}: ${id}: @${names.join(', @')} ${issue.message}`)
  }
  return undefined
}

function tagsIn(file: string, source: string, faults: string[]): Tag[] {
  const { comments, tests } = readSource(file, source)
  return comments.flatMap(({ text, start, next }) => {
    const firstLine = lineOf(source, start)
    const tags = tagsOfComment(text, (line) => `${file}:${firstLine + line}`)
    const test = tests.find((one) => one.start === next)
    for (const { id, location } of tags) {
      if (!test)
        faults.push(`${location}: ${id} stands on no test: put it directly above it(…) or test(…)`)
      else if (test.isSkipped)
        faults.push(`${location}: ${id} stands on a test that is skipped or expected to fail`)
    }
    if (!test) return tags
    const title = [...test.groups, test.title].join(' › ')
    return tags.map((tag) => ({ ...tag, test: { file, title } }))
  })
}

/** Reads each `@threat id` with its fields. Lines before the first are about the test itself. */
function tagsOfComment(text: string, locationOf: (line: number) => string): Tag[] {
  const tags: Tag[] = []
  let field = ''
  for (const [index, line] of text.split('\n').entries()) {
    const words = line.replace(/^ *\**/, '').trim()
    const [name = ''] = words.split(' ', 1)
    const value = words.slice(name.length).trim()
    const fields = tags.at(-1)?.fields
    if (name === '@threat') {
      tags.push({ id: value, location: locationOf(index), fields: {} })
      field = 'threat'
    } else if (fields && name.startsWith('@')) {
      field = name.slice(1)
      fields[field] = value
    } else if (fields && words !== '') fields[field] = `${fields[field] ?? ''} ${words}`
  }
  return tags
}
