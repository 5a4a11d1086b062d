import { z } from 'zod'

/** The members of an OSV record (schema 1.7) that are read. */
const recordSchema = z.object({
  id: z.string().regex(/^MAL-/),
  modified: z.string(),
  withdrawn: z.string().optional(),
  affected: z.array(
    z.object({
      package: z.object({ ecosystem: z.string(), name: z.string() }),
      versions: z.array(z.string()).default([]),
      ranges: z
        .array(z.object({ type: z.string(), events: z.array(z.record(z.string(), z.string())) }))
        .default([]),
    }),
  ),
})

interface ListedRecord {
  id: string
  versions?: string[]
  from?: string
  before?: string
  through?: string
}

interface List {
  /** Day of the newest record. */
  date: string
  packages: Record<'npm' | 'pypi', Record<string, ListedRecord[]>>
}

const ECOSYSTEMS: Readonly<Record<string, keyof List['packages']>> = { npm: 'npm', PyPI: 'pypi' }

/** The list of malicious packages, in order of names; other records, and withdrawn ones, are left out. */
export function listOf(records: readonly unknown[]): List {
  let date = ''
  const found: List['packages'] = { npm: {}, pypi: {} }
  for (const record of records) {
    const { data } = recordSchema.safeParse(record)
    if (!data || data.withdrawn !== undefined) continue
    const day = data.modified.slice(0, 'YYYY-MM-DD'.length)
    if (day > date) date = day
    for (const { package: named, versions, ranges } of data.affected) {
      const ecosystem = ECOSYSTEMS[named.ecosystem]
      if (ecosystem === undefined) continue
      const name = nameOf(ecosystem, named.name)
      const listed = [
        ...(versions.length > 0 ? [{ id: data.id, versions }] : []),
        ...ranges
          .filter(({ type }) => type !== 'GIT')
          .flatMap(({ events }) => rangesOf(data.id, events)),
      ]
      const entries = (found[ecosystem][name] ??= [])
      entries.push(...(listed.length > 0 ? listed : [{ id: data.id }]))
    }
  }
  return { date, packages: { npm: sorted(found.npm), pypi: sorted(found.pypi) } }
}

/** In order of events, as the schema requires them. */
function rangesOf(id: string, events: readonly Record<string, string>[]): ListedRecord[] {
  const ranges: ListedRecord[] = []
  for (const { introduced, fixed, last_affected: last } of events) {
    const open = ranges.at(-1)
    if (introduced !== undefined) ranges.push({ id, from: introduced })
    else if (open && fixed !== undefined) open.before = fixed
    else if (open && last !== undefined) open.through = last
  }
  return ranges
}

/** As the app compares names: npm in small letters, PyPI by PEP 503. */
const nameOf = (ecosystem: string, name: string): string =>
  ecosystem === 'npm' ? name.toLowerCase() : name.toLowerCase().replaceAll(/[-_.]+/g, '-')

const sorted = (names: Record<string, ListedRecord[]>): Record<string, ListedRecord[]> =>
  Object.fromEntries(
    Object.entries(names).toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
  )
