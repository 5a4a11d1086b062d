import type { ImportSource } from '@gatehouse/domain/launch'

/** A file that may hold servers. */
export interface ImportFile {
  source: ImportSource
  path: string
  /** Folder of the project that it belongs to; null for those of a whole user. */
  folder: string | null
}

export interface ImportVariables {
  path: string
  values: { name: string; value: string }[]
}

/**
 * The configurations of other programs on this machine. Only what {@link ImportFiles.known} names and
 * what the person picked in a dialog of the system is ever read; nothing is written.
 */
export interface ImportFiles {
  readonly home: string
  readonly separator: '/' | '\\'
  /** The files that exist now, in the known places of each program. */
  known(): Promise<ImportFile[]>
  /** Null when the person closed the dialog. */
  chooseFile(): Promise<ImportFile | null>
  /** The folder, and the files in it that may hold servers. Null when the dialog was closed. */
  chooseFolder(): Promise<{ folder: string; files: ImportFile[] } | null>
  /** Rejects with `import/unreadable`; `data.code` is one of the codes of an import issue. */
  read(file: ImportFile): Promise<string>
  /** A file of variables (`NAME=value` in lines) that the person picks; null when they closed the dialog. */
  chooseVariables(): Promise<ImportVariables | null>
  /** True if this program's own environment has such a variable. */
  hasVariable(name: string): boolean
  /** The value of a variable; only read once the person allowed it for a server. */
  variable(name: string): string | undefined
}
