import {
  placeholderNameSchema,
  type Placeholder,
  type PlaceholderName,
  type PlaceholderValue,
} from './placeholder-value.ts'
import type { ServerTransport } from '../server.ts'
import type { DraftTransport } from '../server-draft.ts'

/** The values for placeholders. */
export interface PlaceholderSource {
  userHome: string
  workspace: { name: string; folder: string; folders: number } | null
}

type AnyTransport = ServerTransport | DraftTransport

const PLACEHOLDER = /\$\{(workspaceFolder|userHome)\}/g

/** Returns a placeholder as it is written in a launch. */
export function placeholderText(name: PlaceholderName): string {
  return `\${${name}}`
}

/** Returns the placeholders of a launch with their present values. An address has none: folders are not sent. */
export function placeholdersOf(
  transport: AnyTransport,
  current: () => PlaceholderSource,
): Placeholder[] {
  const texts = transport.kind === 'stdio' ? filledTexts(transport) : []
  const isUsed = (name: PlaceholderName): boolean =>
    texts.some((text) => text.includes(placeholderText(name)))
  const used = placeholderNameSchema.options.filter(isUsed)
  if (used.length === 0) return []
  const { userHome, workspace } = current()
  return used.map((name): Placeholder => {
    if (name === 'userHome') return { name, value: userHome }
    if (workspace === null) return { name, value: null }
    const { folder, folders } = workspace
    return { name, value: folder, workspace: { name: workspace.name, folders } }
  })
}

/** Fills in placeholders with values, once: a folder's name is not searched again. */
export function fillPlaceholders(text: string, placeholders: readonly Placeholder[]): string {
  return text.replace(PLACEHOLDER, (raw, name) => {
    return placeholders.find((one) => one.name === name)?.value ?? raw
  })
}

/** The launch as it would be started; values of secrets, the command and addresses stay as they are. */
export function fillDraft(
  transport: DraftTransport,
  placeholders: readonly Placeholder[],
): DraftTransport {
  if (transport.kind === 'http' || placeholders.length === 0) return transport
  const { args, env, cwd } = transport
  const fill = (text: string): string => fillPlaceholders(text, placeholders)
  return {
    ...transport,
    args: args.map(fill),
    env: env.map((one) =>
      one.secret || one.value === null ? one : { ...one, value: fill(one.value) },
    ),
    ...(cwd === undefined ? {} : { cwd: fill(cwd) }),
  }
}

/** The placeholders whose values were not seen with this launch. */
export function unseenPlaceholders(
  placeholders: readonly Placeholder[],
  seen: readonly PlaceholderValue[],
): Placeholder[] {
  return placeholders.filter(
    ({ name, value }) => !seen.some((one) => one.name === name && one.value === value),
  )
}

/** The parts of a launch that can hold placeholders: equal for launches in which placeholders mean the same. */
export function placeholderPlaces(transport: AnyTransport): string {
  return JSON.stringify(
    transport.kind === 'stdio'
      ? [transport.command, transport.args, transport.cwd ?? null, transport.env.map(plainVariable)]
      : null,
  )
}

function filledTexts(transport: Extract<AnyTransport, { kind: 'stdio' }>): string[] {
  const values = transport.env.map(plainVariable).map(([, value]) => value ?? '')
  return [...transport.args, ...values, ...(transport.cwd === undefined ? [] : [transport.cwd])]
}

type Variable = Extract<AnyTransport, { kind: 'stdio' }>['env'][number]

/** A value that is hidden is no one's business. */
function plainVariable(variable: Variable): [name: string, value: string | null] {
  const { name, value } = variable
  if (value === null) return [name, null]
  if (typeof value === 'string')
    return [name, 'secret' in variable && variable.secret ? null : value]
  return [name, value.kind === 'plain' ? value.value : null]
}
