import type { RouteName } from '@gatehouse/contract'
import { fieldAt, fitsText, optionsOf, type Node } from '@gatehouse/contract/testing'
import { isHostile, type Damage } from './damage.ts'

/** Fields of any length within the size of a call: JSON of the person, and a table or code that the window shows. */
const UNLIMITED =
  /^(?:chat\.run-tool arguments|ask\.answer answer\.|ask\.save-draft draft\.|chat\.save-text text$)/

/** Fields that name something that main made. */
const IDENTIFIER = /(?:^|\.)(?:id|\w+Ids?)(?:\.\d+)?$/

/** Ids of model vendors and authorization servers, of any form. */
const FOREIGN = /modelId$|models\.\d+\.id$|oauthClient\.|toolUseId$/

/**
 * True if a damage may reach the handler: it is of the type and pattern of its field in `schema`, that of the route's
 * input. Nothing hostile ever may, no path or blank as an identifier, and no text without a limit beside the few fields
 * above.
 */
export function isAccepted(route: RouteName, schema: Node, { path, kind, value }: Damage): boolean {
  const isFile = route === 'chat.attach-file' || route === 'own-prompt.keep-file'
  if (isHostile(kind)) return isFile && path === 'bytes' && kind === 'bytes'
  const field = path === '' ? undefined : fieldAt(schema, path)
  if (!field) return path !== ''
  if (value === undefined) return field.isOptional
  const options = optionsOf(field.node)
  if (options.some(({ type, const: only, enum: names }) => !type && !only && !names)) return true
  if (typeof value !== 'string') return options.some((option) => isOfType(value, option))
  if (kind === '2 million characters' && !UNLIMITED.test(`${route} ${path}`)) return false
  const isIdentifier = IDENTIFIER.test(path) && !FOREIGN.test(path)
  return !isIdentifier && options.some((option) => fitsText(option, value))
}

function isOfType(value: unknown, { type, minimum = -Infinity }: Node): boolean {
  if (value === null) return type === 'null'
  if (Array.isArray(value)) return type === 'array'
  if (typeof value !== 'number') return type === typeof value
  return value >= minimum && (type === 'number' || (type === 'integer' && Number.isInteger(value)))
}
