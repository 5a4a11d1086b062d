import type { ImportedServer, ImportPreview } from '@gatehouse/domain'
import type { ServerChoice } from './import-decisions.ts'

/** By the id of a server (its name) or of an input. */
export type ImportIssues = ReadonlyMap<string, 'name-missing' | 'name-taken' | 'input-needed'>

export interface ImportState {
  preview: ImportPreview | undefined
  chosen: readonly ImportedServer[]
  choiceOf: (server: ImportedServer) => ServerChoice
  answers: ReadonlyMap<string, string>
  /** Names of the servers that are here already. */
  names: readonly string[]
}

/** What keeps the chosen servers from being reviewed. */
export function findImportIssues(state: ImportState): ImportIssues {
  const { preview, chosen, choiceOf, answers, names } = state
  const issues = new Map<string, 'name-missing' | 'name-taken' | 'input-needed'>()
  const taken = new Set(names.map((name) => name.toLowerCase()))
  for (const server of chosen) {
    const name = choiceOf(server).name.trim().toLowerCase()
    if (name === '') issues.set(server.id, 'name-missing')
    else if (taken.has(name)) issues.set(server.id, 'name-taken')
    taken.add(name)
  }
  const needed = new Set(chosen.flatMap(({ inputs }) => inputs))
  for (const input of preview?.files.flatMap(({ inputs }) => inputs) ?? []) {
    const isOpen = !input.set && input.fallback === null
    if (needed.has(input.id) && isOpen && !answers.get(input.id))
      issues.set(input.id, 'input-needed')
  }
  return issues
}
