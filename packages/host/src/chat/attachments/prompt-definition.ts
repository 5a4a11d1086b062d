/** The definition of a prompt: as it is kept beside what it gave, and in what two of them differ. */
import {
  canonicalJson,
  parseJson,
  promptSchema,
  type Prompt,
  type Tool,
  type ToolChanges,
} from '@gatehouse/domain'
import { truncateText } from '@gatehouse/domain/text'
import type { Digest } from '../../ports/index.ts'
import { isObject } from '../approvals/tool-changes/schema-text.ts'
import { differInSpaceOnly, toolChanges } from '../approvals/tool-changes/tool-changes.ts'

/** Characters of a definition that are kept. */
const MAX_DEFINITION = 16_000
const MAX_DESCRIPTION = 8000

/** The definition as canonical JSON; a long one is cut and ends with its hash. */
export function promptDefinition(prompt: Prompt, digest: Digest): string {
  const { name, title, description, arguments: taken } = prompt
  const whole = canonicalJson({ name, title, description, arguments: taken })
  if (whole.length <= MAX_DEFINITION) return whole
  const begin = truncateText(description ?? '', MAX_DESCRIPTION)
  const hash = digest.sha256(whole)
  return canonicalJson({ name, title, description: `${begin}… [SHA-256 ${hash}]` })
}

/** `null`: they are equal, or one of them is not known. */
export function definitionChange(
  before: string | null,
  after: string | undefined,
): ToolChanges | null {
  if (before === null || after === undefined || before === after) return null
  const [old, now] = [asTool(before), asTool(after)]
  if (!old || !now || differInSpaceOnly(old, now)) return null
  const { meanings = [], ...changes } = toolChanges(old, now)
  return {
    ...changes,
    // Who fills in a new argument of a prompt is the person, who sees it.
    meanings: meanings.filter(({ kind }) => kind === 'hidden' || kind === 'instructions'),
  }
}

/** A prompt in the form in which definitions of tools are compared: its arguments as properties. */
function asTool(text: string): Tool | null {
  const json = parseJson(text)
  const { success, data } = promptSchema.safeParse(
    json.ok && isObject(json.value) ? json.value : {},
  )
  if (!success) return null
  const { name, title, description, arguments: taken = [] } = data
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        taken.map((one) => [
          one.name,
          { title: one.title ?? '', description: one.description ?? '' },
        ]),
      ),
      required: taken.filter(({ required }) => required === true).map((one) => one.name),
    },
  }
}
