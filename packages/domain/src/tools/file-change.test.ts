import { describe, expect, it } from 'vitest'
import { applyFileChange, fileChangeOf } from './file-change.ts'
import type { JsonObject } from '../json/json.ts'

const edit = (oldText: string, newText: string, all = false) => ({ oldText, newText, all })

/** Arguments by the schemas of the servers that are named. */
const calls: [string, JsonObject, unknown][] = [
  // npm @modelcontextprotocol/server-filesystem
  [
    'write_file',
    { path: '/a', content: 'x' },
    { kind: 'write', path: '/a', content: 'x', isAppended: false },
  ],
  [
    'edit_file',
    { path: '/a', edits: [{ oldText: 'x', newText: 'y' }], dryRun: false },
    { kind: 'edit', path: '/a', edits: [edit('x', 'y')] },
  ],
  ['edit_file', { path: '/a', edits: [{ oldText: 'x', newText: 'y' }], dryRun: true }, null],
  [
    'move_file',
    { source: '/a', destination: '/b' },
    { kind: 'move', path: '/a', destination: '/b' },
  ],
  ['read_text_file', { path: '/a', head: 3 }, null],
  // npm @wonderwhy-er/desktop-commander: src/tools/schemas.ts
  [
    'write_file',
    { path: '/a', content: 'x', mode: 'append' },
    { kind: 'write', path: '/a', content: 'x', isAppended: true },
  ],
  [
    'edit_block',
    { file_path: '/a', old_string: 'x', new_string: 'y', expected_replacements: 2 },
    { kind: 'edit', path: '/a', edits: [edit('x', 'y', true)] },
  ],
  [
    'edit_block',
    { file_path: '/a.xlsx', range: 'Sheet1!A1:B2', content: [['x']] },
    { kind: 'part', path: '/a.xlsx' },
  ],
  // npm mcp-server-text-editor: src/tools/textEditor.ts
  [
    'text_editor',
    { command: 'create', path: '/a', file_text: 'x' },
    { kind: 'write', path: '/a', content: 'x', isAppended: false },
  ],
  [
    'text_editor',
    { command: 'str_replace', path: '/a', old_str: 'x', new_str: 'y' },
    { kind: 'edit', path: '/a', edits: [edit('x', 'y')] },
  ],
  [
    'text_editor',
    { command: 'insert', path: '/a', insert_line: 1, new_str: 'y' },
    { kind: 'insert', path: '/a', afterLine: 1, text: 'y' },
  ],
  ['text_editor', { command: 'view', path: '/a' }, null],
  // npm fast-filesystem-mcp
  [
    'fast_write_file',
    { path: '/a', content: 'x', append: true },
    { kind: 'write', path: '/a', content: 'x', isAppended: true },
  ],
  ['fast_delete_file', { path: '/a' }, { kind: 'remove', path: '/a' }],
  ['deleteFile', { path: '/a' }, { kind: 'remove', path: '/a' }],
  ['delete_label', { path: '/a' }, null],
  // By other names of members.
  [
    'append_to_file',
    { path: '/a', content: 'x' },
    { kind: 'write', path: '/a', content: 'x', isAppended: true },
  ],
  [
    'replace_lines',
    { path: '/a', start_line: 1, end_line: 2, content: 'x' },
    { kind: 'part', path: '/a' },
  ],
  ['write_file', { path: '/a', content: 'x', mode: 'prepend' }, { kind: 'part', path: '/a' }],
  [
    'write_file',
    { path: '/a', content: 'x', position: null },
    { kind: 'write', path: '/a', content: 'x', isAppended: false },
  ],
  // A patch, and tools that only look like they wrote.
  ['apply_patch', { patch: '@@ -1 +1 @@' }, { kind: 'patch', path: null, patch: '@@ -1 +1 @@' }],
  ['search_files', { path: '/a', content: 'x' }, null],
  ['getFile', { path: '/a', content: 'x' }, null],
  ['send', { from: 'a', to: 'b' }, null],
  ['move_event', { from: 'Thu 26 Nov 2026, 10:00', to: 'Fri 27 Nov 2026, 09:30' }, null],
  ['move_card', { source: 'Doing', destination: 'Done' }, null],
  [
    'rename',
    { from: 'My notes.txt', to: 'Old' },
    { kind: 'move', path: 'My notes.txt', destination: 'Old' },
  ],
  ['edit_file', { path: '/a', edits: [{ oldText: 'x' }] }, null],
  ['edit_file', { path: '/a', edits: [] }, null],
]

describe('what a call writes', () => {
  /**
   * @threat writes.other-effect
   * @attacker server
   * @tries writes something else than the comparison shows, or elsewhere
   * @stoppedBy the arguments are what is consented to, and they are shown; a tool is taken for one that writes by the
   * shape of its arguments, never by its own word
   * @remains the comparison is what the arguments mean by their usual names: a server may do otherwise, and a tool of
   * an unusual shape has no comparison
   */
  it.each(calls)('by %s with %j', (name, args, change) => {
    expect(fileChangeOf({ name }, args)).toEqual(change)
  })

  it('is nothing where the server declares that the tool only reads', () => {
    const annotations = { readOnlyHint: true }
    expect(fileChangeOf({ name: 'check', annotations }, { path: '/a', content: 'x' })).toBeNull()
  })
})

describe('a text that is changed', () => {
  const after = (args: JsonObject, before: string) =>
    applyFileChange(
      fileChangeOf({ name: 'change', annotations: {} }, { path: '/a', ...args })!,
      before,
    )

  it('is replaced, added to, or edited one after the other, whatever signs are in it', () => {
    expect(after({ content: 'new' }, 'old')).toBe('new')
    expect(after({ content: 'new', mode: 'append' }, 'old')).toBe('oldnew')
    const edits = [
      { oldText: 'a', newText: '$&b' },
      { oldText: 'b', newText: 'c' },
    ]
    expect(after({ edits }, 'aa')).toBe('$&ca')
    expect(after({ oldText: 'a', newText: 'b', replaceAll: true }, 'aa')).toBe('bb')
    expect(after({ insert_line: 1, new_str: 'x' }, 'a\nb')).toBe('a\nx\nb')
  })

  it('is unknown where the old text is not in it', () => {
    expect(after({ oldText: 'x', newText: 'y' }, 'a')).toBeNull()
    expect(after({ oldText: '', newText: 'y' }, 'a')).toBeNull()
    expect(after({ insert_line: 9, new_str: 'x' }, 'a')).toBeNull()
    expect(after({ content: 'x', start_line: 2 }, 'a')).toBeNull()
  })
})
