// Without a schema library: the window uses it before more is loaded.
import type { JsonObject, JsonValue } from '../json/json.ts'
import type { Tool } from './tool.ts'

/** A text that takes the place of another. `all`: everywhere, else at its first place. */
export interface TextEdit {
  oldText: string
  newText: string
  all: boolean
}

/** The file or text that a call of a tool would write, as its arguments say it. Paths are as the model wrote them. */
export type FileChange =
  | { kind: 'write'; path: string; content: string; isAppended: boolean }
  | { kind: 'edit'; path: string; edits: TextEdit[] }
  /** The content takes a place in the file that the server works out. */
  | { kind: 'part'; path: string }
  | { kind: 'insert'; path: string; afterLine: number; text: string }
  | { kind: 'move'; path: string; destination: string }
  | { kind: 'remove'; path: string }
  | { kind: 'patch'; path: string | null; patch: string }

/** Names of members, in lower case and without what parts their words. */
const NAMES = {
  path: ['path', 'filepath', 'filename', 'file', 'absolutepath', 'relativepath', 'targetfile'],
  content: ['content', 'contents', 'filetext', 'filecontent', 'newcontent'],
  edits: ['edits', 'changes', 'replacements'],
  oldText: ['oldtext', 'oldstring', 'oldstr', 'search'],
  newText: ['newtext', 'newstring', 'newstr', 'replace', 'replacement'],
  all: ['replaceall', 'all'],
  line: ['insertline', 'afterline'],
  place: [
    'range',
    'offset',
    'position',
    'line',
    'linenumber',
    'lines',
    'startline',
    'endline',
    'section',
    'heading',
    'sheet',
    'cell',
  ],
  source: ['source', 'sourcepath', 'oldpath', 'from'],
  destination: ['destination', 'destinationpath', 'newpath', 'to'],
  patch: ['patch', 'diff', 'unifieddiff'],
  dryRun: ['dryrun', 'preview'],
} as const

const MOVES = /(?:^|[^a-z])(?:move|rename)(?:$|[^a-z])/u
const REMOVES = /(?:^|[^a-z])(?:delete|remove|unlink)(?:$|[^a-z])/u
const APPENDS = /(?:^|[^a-z])append(?:$|[^a-z])/u
const FILES = /(?:^|[^a-z])(?:file|path)(?:$|[^a-z])/u
const READS = /(?:^|[^a-z])(?:view|read|undo|list|search|find|get)(?:$|[^a-z])/u

/**
 * The change of a call by the shape of its arguments: a path with content, with old and new text, or with a patch, and
 * two paths of a tool that moves, and the one path of a tool that removes a file. `null` for any other, for a tool that is declared read-only, and for a dry run.
 */
export function fileChangeOf(
  { name, annotations }: Pick<Tool, 'name' | 'annotations'>,
  args: JsonObject,
): FileChange | null {
  const members = membersOf(args)
  const isReadOnly = annotations?.readOnlyHint === true && annotations.destructiveHint !== true
  if (isReadOnly || pick(members, 'dryRun') === true) return null
  // Tools of one name with a command for each action.
  const action = members.get('command')
  if (READS.test(wordsOf(typeof action === 'string' ? action : name))) return null
  const path = textOf(members, 'path')
  const patch = textOf(members, 'patch')
  if (patch !== undefined) return { kind: 'patch', path: path ?? null, patch }
  const source = textOf(members, 'source')
  const destination = textOf(members, 'destination')
  const words = wordsOf(name)
  if (source !== undefined && destination !== undefined && MOVES.test(words)) {
    // Events, cards and messages are moved too.
    const isOfFiles = FILES.test(words) || isPathLike(source) || isPathLike(destination)
    if (isOfFiles) return { kind: 'move', path: source, destination }
  }
  if (path !== undefined && REMOVES.test(words) && FILES.test(words))
    return { kind: 'remove', path }
  return path === undefined ? null : contentChangeOf(path, members, APPENDS.test(words))
}

/** The text of a file once it was changed so; null where the old text is not in it, and for a part, a move or a patch. */
export function applyFileChange(change: FileChange, before: string): string | null {
  switch (change.kind) {
    case 'write':
      return change.isAppended ? before + change.content : change.content
    case 'insert': {
      const lines = before.split('\n')
      if (change.afterLine > lines.length) return null
      return [
        ...lines.slice(0, change.afterLine),
        change.text,
        ...lines.slice(change.afterLine),
      ].join('\n')
    }
    case 'edit': {
      let text: string | null = before
      for (const edit of change.edits) text = text === null ? null : applyEdit(edit, text)
      return text
    }
    case 'remove':
      return ''
    case 'part':
    case 'move':
    case 'patch':
      return null
  }
}

function applyEdit({ oldText, newText, all }: TextEdit, text: string): string | null {
  if (oldText === '' || !text.includes(oldText)) return null
  return all ? text.replaceAll(oldText, () => newText) : text.replace(oldText, () => newText)
}

type Members = ReadonlyMap<string, JsonValue>

function contentChangeOf(path: string, members: Members, appends: boolean): FileChange | null {
  const listed = pick(members, 'edits')
  const edits = Array.isArray(listed) ? listed.map(editOf) : [editFrom(members)]
  const line = pick(members, 'line')
  const text = textOf(members, 'newText')
  if (typeof line === 'number' && text !== undefined)
    return Number.isInteger(line) && line >= 0
      ? { kind: 'insert', path, afterLine: line, text }
      : null
  if (edits.length > 0 && edits.every((edit) => edit !== null)) return { kind: 'edit', path, edits }
  const mode = members.get('mode')
  const isPart = pick(members, 'place') !== undefined || mode === 'prepend' || mode === 'insert'
  if (isPart && pick(members, 'content') !== undefined) return { kind: 'part', path }
  const content = textOf(members, 'content')
  if (content === undefined) return null
  const isAppended = appends || mode === 'append' || members.get('append') === true
  return { kind: 'write', path, content, isAppended }
}

function editOf(value: JsonValue): TextEdit | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return editFrom(membersOf(value))
}

function editFrom(members: Members): TextEdit | null {
  const oldText = textOf(members, 'oldText')
  const newText = textOf(members, 'newText')
  if (oldText === undefined || newText === undefined) return null
  const expected = members.get('expectedreplacements')
  const all = pick(members, 'all') === true || (typeof expected === 'number' && expected > 1)
  return { oldText, newText, all }
}

function membersOf(value: JsonObject): Members {
  return new Map(
    Object.entries(value).map(([name, one]) => [name.toLowerCase().replace(/[^a-z]/gu, ''), one]),
  )
}

function pick(members: Members, what: keyof typeof NAMES): JsonValue | undefined {
  for (const name of NAMES[what]) {
    const value = members.get(name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

function textOf(members: Members, what: keyof typeof NAMES): string | undefined {
  const value = pick(members, what)
  return typeof value === 'string' ? value : undefined
}

/** True for a text with a separator of folders or an ending of a file. */
const isPathLike = (text: string): boolean => /[/\\]|\.[a-z]\w{0,7}$/iu.test(text)

/** `readFile` and `read-file` as `read_file`. */
const wordsOf = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/gu, '_').toLowerCase()
