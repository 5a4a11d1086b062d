import type { ImportedServer } from '@gatehouse/domain/launch'
import type { UnresolvedInput } from './import-inputs.ts'
import type { ParsedConfig } from './read-config.ts'
import type { LaunchTemplate } from './launch-template.ts'
import type { ParsedServer } from './read-server.ts'

/** A server as an import holds it, its secrets included. */
export interface ImportCandidate {
  id: string
  parsed: ParsedServer
  target: LaunchTemplate | null
  problems: ImportedServer['problems']
  file: ImportSourceFile
  /** Files of variables that were added to it. */
  variableFiles: string[]
}

/** A file, or pasted text, with what it leaves open. */
export interface ImportSourceFile {
  id: string
  path: string | null
  config: ParsedConfig
  inputs: Map<string, UnresolvedInput>
  servers: ImportCandidate[]
  /** Characters that are sent to the window. */
  size: number
}
