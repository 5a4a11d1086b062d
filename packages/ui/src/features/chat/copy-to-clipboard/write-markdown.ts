import type { Root } from 'mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { toMarkdown } from 'mdast-util-to-markdown'

/** A tree as Markdown; what only looks like a mark is escaped. */
export function writeMarkdown(root: Root): string {
  return toMarkdown(root, {
    bullet: '-',
    rule: '-',
    emphasis: '_',
    fences: true,
    listItemIndent: 'one',
    resourceLink: true,
    extensions: [gfmStrikethroughToMarkdown(), gfmTableToMarkdown(), gfmTaskListItemToMarkdown()],
  }).trim()
}
