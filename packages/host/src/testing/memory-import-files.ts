import { GatehouseError } from '@gatehouse/domain'
import type { ImportFile, ImportFiles, ImportVariables } from '../ports/index.ts'

/** Files of other programs that are only a map; every field may be changed while a test runs. */
export interface MemoryImportFiles extends ImportFiles {
  texts: Map<string, string>
  files: ImportFile[]
  variables: Record<string, string>
  /** Names of variables whose values were asked for. */
  readVariables: string[]
  chosenFile: ImportFile | null
  chosenVariables: ImportVariables | null
  chosenFolder: { folder: string; files: ImportFile[] } | null
}

export function createMemoryImportFiles(): MemoryImportFiles {
  const memory: MemoryImportFiles = {
    texts: new Map(),
    files: [],
    variables: {},
    readVariables: [],
    chosenFile: null,
    chosenVariables: null,
    chosenFolder: null,
    home: '/home/ada',
    separator: '/',
    known: () => Promise.resolve(memory.files),
    chooseFile: () => Promise.resolve(memory.chosenFile),
    chooseFolder: () => Promise.resolve(memory.chosenFolder),
    read({ path }) {
      const text = memory.texts.get(path)
      if (text !== undefined) return Promise.resolve(text)
      const data = { code: 'not-allowed', detail: 'EACCES' }
      return Promise.reject(new GatehouseError('import/unreadable', 'No.', { data }))
    },
    chooseVariables: () => Promise.resolve(memory.chosenVariables),
    hasVariable: (name) => Boolean(memory.variables[name]),
    variable(name) {
      memory.readVariables.push(name)
      return memory.variables[name]
    },
  }
  return memory
}
