import type { PersonFolders } from '../../ports/index.ts'
import type { Template } from '../template.ts'

/** A variable of a manifest: `${__dirname}`, `${user_config.key}`. */
const VARIABLE = /\$\{([^${}]*)\}/g
const OPTION = 'user_config.'

export interface BundleVariables {
  /** Folder of the unpacked bundle. */
  folder: string
  folders: PersonFolders
  separator: '/' | '\\'
  /** Options that the manifest has. */
  options: ReadonlySet<string>
  /** Called for each variable that is none of a manifest; it stays as it is written. */
  onUnknown: (variable: string) => void
}

/** Takes a text of a manifest apart, once: nothing that is put in is looked through again. */
export function readBundleTemplate(text: string, variables: BundleVariables): Template {
  const parts: Template = []
  let end = 0
  for (const match of text.matchAll(VARIABLE)) {
    const [raw, name = ''] = match
    parts.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + raw.length
    const option = name.startsWith(OPTION) ? name.slice(OPTION.length) : null
    if (option !== null && variables.options.has(option)) {
      parts.push({ kind: 'input', name: option, raw })
      continue
    }
    const known = knownValues(variables)[name]
    if (known === undefined) variables.onUnknown(raw)
    parts.push({ kind: 'text', text: known ?? raw })
  }
  parts.push({ kind: 'text', text: text.slice(end) })
  return parts.filter((part) => part.kind !== 'text' || part.text !== '')
}

function knownValues({ folder, folders, separator }: BundleVariables): Record<string, string> {
  return {
    __dirname: folder,
    HOME: folders.home,
    DESKTOP: folders.desktop,
    DOCUMENTS: folders.documents,
    DOWNLOADS: folders.downloads,
    pathSeparator: separator,
    '/': separator,
  }
}
