import { readResourceResultSchema } from '@gatehouse/domain'
import { describeIssues } from '../../message-parsing/describe-issue.ts'

type Members = Record<string, unknown>

const resourceContentsSchema = readResourceResultSchema.shape.contents.element

/**
 * The result of `resources/read` in the form that the host checks: part by part. A text or a part alone is a list
 * of one; a part without an address has the one that was asked for; what cannot be read is named in its place.
 */
export function readableContents({ contents }: Members, uri: string): Members {
  const list = Array.isArray(contents) ? contents : contents === undefined ? [] : [contents]
  return { contents: list.map((part, index) => readPart(part, { uri, number: index + 1 })) }
}

function readPart(part: unknown, { uri, number }: { uri: string; number: number }): unknown {
  if (typeof part === 'string') return { uri, text: part }
  const given = isMembers(part) ? { uri, ...part } : part
  const whole = resourceContentsSchema.safeParse(given)
  if (whole.success) return whole.data
  const bare = resourceContentsSchema.safeParse(withoutExtras(given))
  if (bare.success) return bare.data
  const fault = describeIssues(whole.error.issues, { given })
  return { uri, text: `[Part ${number} of this resource cannot be read: ${fault}.]` }
}

/** Types and notes are not worth losing the content for. */
function withoutExtras(given: unknown): unknown {
  if (!isMembers(given)) return given
  const { mimeType: _mimeType, _meta, ...rest } = given
  return rest
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
