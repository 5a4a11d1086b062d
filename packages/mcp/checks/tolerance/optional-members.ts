/** A member of a good message that the sender may leave out is written with a question mark behind its name. */
export type Template = { [name: string]: unknown }

/** A member that the good message does not have, but could. */
export const ABSENT = Symbol('absent')

/** Members whose objects may hold any names: an unknown one in them is data, and comes through. */
const ANY_NAMES = new Set([
  '_meta',
  'structuredContent',
  'inputSchema',
  'outputSchema',
  'requestedSchema',
  'capabilities',
  'data',
  'inputRequests',
  'input',
  'params',
])

/** Changes of a session, by the path of a member within all its messages. */
export interface Changes {
  /** Optional members that are left out. */
  removed: ReadonlySet<string>
  /** Optional members that are null. */
  nulled: ReadonlySet<string>
  /** Objects that get a member that nobody knows. */
  extended: ReadonlySet<string>
}

/** The places of a session's messages at which something may change. */
export interface Places {
  optional: Set<string>
  objects: Set<string>
}

/** The message that a template stands for, and the places in it. */
export function render(
  template: unknown,
  path: string,
  context: { changes: Changes; places: Places },
): unknown {
  const { changes, places } = context
  if (Array.isArray(template))
    return template.map((item, index) => render(item, `${path}/${index}`, context))
  if (typeof template !== 'object' || template === null) return template
  const members: Template = {}
  for (const [written, value] of Object.entries(template)) {
    const name = written.replace(/\?$/, '')
    const place = `${path}/${name}`
    if (written.endsWith('?')) {
      places.optional.add(place)
      if (changes.removed.has(place)) continue
      if (changes.nulled.has(place)) {
        members[name] = null
        continue
      }
    }
    if (value !== ABSENT) members[name] = render(value, place, context)
  }
  const isOpen = path.split('/').every((name) => !ANY_NAMES.has(name))
  if (isOpen) places.objects.add(path)
  if (changes.extended.has(path)) {
    members['x-unknown'] = { a: [null, 1] }
    members['x-null'] = null
  }
  return members
}
