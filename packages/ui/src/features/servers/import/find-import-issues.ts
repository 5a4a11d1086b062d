import type { ImportedServer, ImportInput, ServerImportPreview } from '@gatehouse/domain/launch'
import { areLookalikes, codePointName, firstInvisible } from '@gatehouse/domain/text'
import type { ServerChoice } from './import-decisions.ts'

export type ImportIssueFound =
  | { code: 'name-missing' | 'name-taken' | 'input-needed' | 'not-in-range' }
  /** `name`: the other server's. */
  | { code: 'name-lookalike'; name: string }
  /** `character`: 'U+200B'. */
  | { code: 'name-unseen'; character: string }

/** By the id of a server (its name) or of an input. */
export type ImportIssues = ReadonlyMap<string, ImportIssueFound>

export interface ImportState {
  preview: ServerImportPreview | undefined
  chosen: readonly ImportedServer[]
  choiceOf: (server: ImportedServer) => ServerChoice
  answers: ReadonlyMap<string, string>
  /** Names of the servers that are here already. */
  names: readonly string[]
}

/** Returns the problems that block the review of the chosen servers. */
export function findImportIssues(state: ImportState): ImportIssues {
  const { preview, chosen, choiceOf, answers, names } = state
  const issues = new Map<string, ImportIssueFound>()
  const taken = [...names]
  for (const server of chosen) {
    const name = choiceOf(server).name.trim()
    const issue = nameIssue(name, taken)
    if (issue) issues.set(server.id, issue)
    taken.push(name)
  }
  for (const input of preview?.files.flatMap(({ inputs }) => inputs) ?? []) {
    const answer = answers.get(input.id)
    const isOutside = answer !== undefined && answer !== '' && !isInRange(input, answer)
    if (!isOutside && (!input.required || answer)) continue
    const isNeeded = chosen.some(
      (server) =>
        server.inputs.includes(input.id) &&
        !(input.kind === 'environment' && choiceOf(server).hostVariables.has(input.name)),
    )
    if (isNeeded) issues.set(input.id, { code: isOutside ? 'not-in-range' : 'input-needed' })
  }
  return issues
}

function isInRange({ kind, min = -Infinity, max = Infinity }: ImportInput, text: string): boolean {
  const value = Number(text)
  return kind !== 'number' || (value >= min && value <= max)
}

function nameIssue(name: string, taken: readonly string[]): ImportIssueFound | undefined {
  if (name === '') return { code: 'name-missing' }
  const unseen = firstInvisible(name)
  if (unseen !== undefined) return { code: 'name-unseen', character: codePointName(unseen) }
  if (taken.some((other) => other.toLowerCase() === name.toLowerCase()))
    return { code: 'name-taken' }
  const other = taken.find((one) => areLookalikes(one, name))
  return other === undefined ? undefined : { code: 'name-lookalike', name: other }
}
