import { APP_LINK_SCHEME } from '@gatehouse/domain'
import { defaultRehypePlugins } from 'streamdown'

type Plugin = (typeof defaultRehypePlugins)[string]

/** Removes everything from an answer that could act, and keeps links to messages. */
export function sanitizeWithMessageLinks(): Plugin | undefined {
  const sanitize = defaultRehypePlugins['sanitize']
  if (!Array.isArray(sanitize)) return sanitize
  const [plugin] = sanitize
  const schema: unknown = sanitize[1]
  if (!isSchema(schema)) return sanitize
  const href = [...schema.protocols.href, APP_LINK_SCHEME]
  return [plugin, { ...schema, protocols: { ...schema.protocols, href } }]
}

/** True if the value has the part of the schema of `rehype-sanitize` that is read here. */
function isSchema(value: unknown): value is { protocols: { href: readonly string[] } } {
  if (typeof value !== 'object' || value === null || !('protocols' in value)) return false
  const { protocols } = value
  if (typeof protocols !== 'object' || protocols === null || !('href' in protocols)) return false
  return Array.isArray(protocols.href)
}
