import type { ImportSource } from '@gatehouse/domain/launch'

/** A file that may hold servers. */
export interface ImportFile {
  source: ImportSource
  path: string
  /** Folder of the project that it belongs to; null for a user-wide file. */
  folder: string | null
}

export interface ImportVariables {
  path: string
  values: { name: string; value: string }[]
}

/**
 * The configurations of other programs on this machine. Only the files of {@link ImportFiles.known} and those that
 * the person picked in a dialog of the system are read; nothing is written.
 */
export interface ImportFiles {
  readonly home: string
  readonly separator: '/' | '\\'
  /** The existing files in the known places of each program. */
  known(): Promise<ImportFile[]>
  /** Lets the person pick a file; null when they closed the dialog. */
  chooseFile(): Promise<ImportFile | null>
  /**
   * Lets the person pick a folder; returns it with the files in it that may hold servers, or null when they closed
   * the dialog.
   */
  chooseFolder(): Promise<{ folder: string; files: ImportFile[] } | null>
  /**
   * Returns a file's text. Rejects with `import/unreadable`; `data.code` is one of the codes of an import issue.
   */
  read(file: ImportFile): Promise<string>
  /** A file of variables (`NAME=value` in lines) that the person picks; null when they closed the dialog. */
  chooseVariables(): Promise<ImportVariables | null>
  /** True if this program's own environment has such a variable. */
  hasVariable(name: string): boolean
  /** The value of a variable; read only after the person allowed it for a server. */
  variable(name: string): string | undefined
}
