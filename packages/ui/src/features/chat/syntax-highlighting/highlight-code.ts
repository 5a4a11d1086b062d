import { common, createLowlight } from 'lowlight'
import { codeColors, type CodeColor } from './code-color.ts'

type Node = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number]

/** Ranges beyond these are left out: painting them would cost more than they help. */
const MAX_RANGES = 8000

const grammars = createLowlight(common)

const colorOf: Readonly<Record<string, CodeColor | null>> = {
  keyword: 'keyword',
  built_in: 'keyword',
  'selector-tag': 'keyword',
  tag: null,
  literal: 'number',
  number: 'number',
  bullet: 'number',
  string: 'string',
  regexp: 'string',
  char: 'string',
  symbol: 'string',
  addition: 'string',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  title: 'name',
  name: 'name',
  section: 'name',
  type: 'name',
  attr: 'attribute',
  attribute: 'attribute',
  property: 'attribute',
  variable: 'attribute',
  'template-variable': 'attribute',
  'selector-class': 'attribute',
  'selector-id': 'attribute',
  'selector-attr': 'attribute',
  'selector-pseudo': 'attribute',
  subst: null,
}

/**
 * Returns the coloured ranges of a code, as start, length and index in `codeColors`, one after the other; null for
 * a language that has no grammar.
 */
export function highlightCode(code: string, language: string): number[] | null {
  if (!grammars.registered(language)) return null
  const ranges: number[] = []
  let at = 0
  const walk = (node: Node, color: CodeColor | null): void => {
    if (node.type === 'text') {
      const { length } = node.value
      if (color !== null && ranges.length < MAX_RANGES * 3)
        ranges.push(at, length, codeColors.indexOf(color))
      at += length
      return
    }
    if (node.type !== 'element') return
    const own = colorOfClass(node.properties['className'], color)
    for (const child of node.children) walk(child, own)
  }
  for (const child of grammars.highlight(language, code).children) walk(child, null)
  return ranges
}

/** The colour of an element; that around it where its class has none. */
function colorOfClass(classes: unknown, around: CodeColor | null): CodeColor | null {
  const name: unknown = Array.isArray(classes) ? classes[0] : undefined
  if (typeof name !== 'string') return around
  const color = colorOf[name.replace(/^hljs-/, '')]
  return color === undefined ? around : color
}
