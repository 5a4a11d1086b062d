import type { ImportSource } from '@gatehouse/domain/launch'

/** A text of a configuration, split at the inputs that it names. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'input'; name: string; raw: string }
  | { kind: 'environment'; name: string; fallback: string | null; raw: string }
export type Template = TemplatePart[]

/** Values of the variables of a configuration on this machine. */
export interface ImportContext {
  home: string
  separator: '/' | '\\'
  /** The project's folder; null when the file belongs to none. */
  folder: string | null
  /** Folders of the plugin that the servers are part of. */
  plugin?: { root: string; data: string }
}

export interface TemplateReader {
  source: ImportSource
  place: ImportContext
  /** It is looked through for placeholders at each start. */
  isFilledLater: boolean
  /** Called for every variable that cannot be filled in. */
  refuse: (code: 'variable-unsupported' | 'no-folder', variable: string) => void
  /** Called for every placeholder, `<YOUR_KEY>`; returns the name of the input that stands for it. */
  ask: (placeholder: string) => string
}

/** Variables of VS Code that mean something only in an editor. */
const EDITOR_VARIABLE =
  /^(?:command|config):|^(?:file|fileWorkspaceFolder|relativeFile|fileBasename|fileDirname|fileExtname|lineNumber|selectedText|cwd|execPath|defaultBuildTask)\w*$/
/** `${…}`, OpenCode's `{env:NAME}`, Continue's `${{ secrets.NAME }}`. */
const VARIABLE =
  /\$\{\{\s*(?:secrets|inputs)\.([\w.-]+)\s*\}\}|\$\{([^${}]*)\}|\{(env:[A-Za-z_]\w*)\}/g
/** `<YOUR_KEY>` anywhere in a text, `{{YOUR_KEY}}` of a template. */
const MARKED = /<([A-Za-z][^<>\n]{0,80})>|\{\{\s*([A-Za-z]\w*)\s*\}\}/g
/** A whole text that only tells the reader what to write there. */
const TOLD =
  /^((?:Bearer|Token|Basic) )?((?:your|insert|enter|replace|paste)[-_ ][\w -]+|(?:[A-Za-z]:)?[\\/]?path[\\/]to[\\/].+|x{4,40}|\.{3}|…)$/i
const SHELL_VARIABLE = /^([A-Za-z_]\w*)(?::-([^]*))?$/

/** Takes `text` apart by the rules of the program that it was written for. Claude Desktop has none. */
export function readTemplate(text: string, reader: TemplateReader): Template {
  if (reader.source === 'claude-desktop') return [{ kind: 'text', text }]
  const parts: Template = []
  let end = 0
  for (const match of text.matchAll(VARIABLE)) {
    const part = readMatch(match, reader)
    if (!part) continue
    parts.push(...readPlaceholders(text.slice(end, match.index), reader), part)
    end = match.index + match[0].length
  }
  parts.push(...readPlaceholders(text.slice(end), reader))
  return parts.filter((part) => part.kind !== 'text' || part.text !== '')
}

function readMatch(match: RegExpExecArray, reader: TemplateReader): TemplatePart | undefined {
  const [raw, continues, inner, opencodes] = match
  if (continues !== undefined) return { kind: 'input', name: continues, raw }
  return readVariable({ raw, inner: inner ?? opencodes ?? '' }, reader)
}

/** Instructions in place of a value. Only a text from a page has them: a program's own file says what is meant. */
function readPlaceholders(text: string, { source, ask }: TemplateReader): Template {
  if (source !== 'text' && source !== 'file') return [{ kind: 'text', text }]
  const told = TOLD.exec(text)
  const input = (raw: string, words: string): TemplatePart => ({
    kind: 'input',
    name: ask(words),
    raw,
  })
  if (told) return [{ kind: 'text', text: told[1] ?? '' }, input(told[2] ?? '', told[2] ?? '')]
  const parts: Template = []
  let end = 0
  for (const match of text.matchAll(MARKED)) {
    const [raw, angled, braced] = match
    parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push(input(raw, angled ?? braced ?? raw))
    end = match.index + raw.length
  }
  return [...parts, { kind: 'text', text: text.slice(end) }]
}

/** The text as it stands in the file, apart from what is known already. */
export function templateSource(template: Template): string {
  return template.map((part) => (part.kind === 'text' ? part.text : part.raw)).join('')
}

/** The variables that it leaves open, as the file writes them. */
export function variablesOf(template: Template): Exclude<TemplatePart, { kind: 'text' }>[] {
  return template.filter((part) => part.kind !== 'text')
}

/** The last folder of a path. */
function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
}

/** Undefined when it is not a variable for this source, but text. */
function readVariable(
  { raw, inner }: { raw: string; inner: string },
  reader: TemplateReader,
): TemplatePart | undefined {
  const { source, place } = reader
  if (source !== 'claude-code') {
    const known = readEditorVariable({ raw, inner }, reader)
    if (known) return known
  }
  if (source === 'vscode' || source === 'cursor') return undefined
  const shell = SHELL_VARIABLE.exec(inner)
  if (!shell) return undefined
  const name = shell[1] ?? ''
  if (place.plugin) {
    const part = readPluginVariable(name, place.plugin, reader)
    if (part) return part
  } else if (name === 'CLAUDE_PROJECT_DIR' && place.folder !== null)
    return { kind: 'text', text: place.folder }
  return { kind: 'environment', name, fallback: shell[2] ?? null, raw }
}

/** Variables of Agent Plugins 1.0, and of Claude Code for the same. */
function readPluginVariable(
  name: string,
  { root, data }: NonNullable<ImportContext['plugin']>,
  { refuse, isFilledLater }: TemplateReader,
): TemplatePart | undefined {
  switch (name) {
    case 'PLUGIN_ROOT':
    case 'CLAUDE_PLUGIN_ROOT':
      return { kind: 'text', text: root }
    case 'PLUGIN_DATA':
    case 'CLAUDE_PLUGIN_DATA':
      return { kind: 'text', text: data }
    case 'CLAUDE_PROJECT_DIR':
      // The plugin belongs to no project: the folder of each start is meant.
      if (!isFilledLater) refuse('no-folder', name)
      return { kind: 'text', text: '${workspaceFolder}' }
    default:
      return undefined
  }
}

function readEditorVariable(
  { raw, inner }: { raw: string; inner: string },
  { place, refuse, isFilledLater }: TemplateReader,
): TemplatePart | undefined {
  const text = (value: string): TemplatePart => ({ kind: 'text', text: value })
  if (inner.startsWith('input:')) return { kind: 'input', name: inner.slice(6), raw }
  if (inner.startsWith('env:'))
    return { kind: 'environment', name: inner.slice(4), fallback: null, raw }
  if (inner === 'userHome') return text(place.home)
  if (inner === '/' || inner === 'pathSeparator') return text(place.separator)
  // A file that belongs to no project means the folder of each start.
  if (inner === 'workspaceFolder' && place.folder === null && isFilledLater) return text(raw)
  if (inner === 'workspaceFolder' || inner === 'workspaceFolderBasename') {
    if (place.folder !== null)
      return text(inner === 'workspaceFolder' ? place.folder : baseName(place.folder))
    refuse('no-folder', raw)
    return text(raw)
  }
  if (!EDITOR_VARIABLE.test(inner) && !inner.startsWith('workspaceFolder:')) return undefined
  refuse('variable-unsupported', raw)
  return text(raw)
}
