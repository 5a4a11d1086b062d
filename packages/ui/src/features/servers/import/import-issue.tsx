import type { ImportIssue } from '@gatehouse/domain/launch'
import { RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { Sentence } from '../../../lib/words/sentence.tsx'
import type { serverImport as english } from '../../../locales/en/servers/server-import.ts'

const syntaxProblems: Readonly<Record<keyof typeof english.syntax, true>> = {
  other: true,
  CloseBraceExpected: true,
  CloseBracketExpected: true,
  ColonExpected: true,
  CommaExpected: true,
  EndOfFileExpected: true,
  InvalidCommentToken: true,
  PropertyNameExpected: true,
  UnexpectedEndOfComment: true,
  UnexpectedEndOfString: true,
  ValueExpected: true,
  InvalidEscapeCharacter: true,
  InvalidUnicode: true,
  InvalidCharacter: true,
}

const types: Readonly<Record<keyof typeof english.wrongType, true>> = {
  object: true,
  array: true,
  string: true,
}

function isSyntax(detail: string): detail is keyof typeof english.syntax {
  return Object.hasOwn(syntaxProblems, detail)
}

function isType(detail: string): detail is keyof typeof english.wrongType {
  return Object.hasOwn(types, detail)
}

/** Issues whose detail is a number, which each language writes in its own way. */
const counted: ReadonlySet<string> = new Set<ImportIssue['code']>([
  'too-large',
  'too-many-values',
  'too-much',
  'too-deep',
  'too-many-servers',
])

function useIssueWords(): (issue: ImportIssue) => string {
  const t = useT('serverImport')
  return ({ code, detail }) => {
    if (code === 'not-json') return t(`syntax.${isSyntax(detail) ? detail : 'other'}`)
    if (code === 'wrong-type' && isType(detail)) return t(`wrongType.${detail}`)
    const isNumber = counted.has(code) && /^[\d.]+$/.test(detail)
    return t(`issue.${code}`, { detail: isNumber ? Number(detail) : detail })
  }
}

/** A problem or an ignored part, its place in the file, and the remedy. */
export function ImportIssueText({ issue }: { issue: ImportIssue }) {
  const t = useT('serverImport')
  const { number, sentences } = useFormats()
  const words = useIssueWords()
  const { at, line } = issue
  const place = at === '' ? 'place.line' : line === null ? 'place.at' : 'place.atLine'
  return (
    <span className="min-w-0">
      <RevealText text={sentences(words(issue), '')} />
      {(at !== '' || line !== null) && (
        <span>
          <Sentence
            words={t(place, { skipInterpolation: true })}
            filled={{
              at: <RevealText text={at} className="font-mono text-micro" />,
              line: line !== null && number(line),
            }}
          />
        </span>
      )}
    </span>
  )
}

/** Several, one under the other. */
export function ImportIssueList({ issues }: { issues: readonly ImportIssue[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {issues.map((issue, index) => (
        <li key={index}>
          <ImportIssueText issue={issue} />
        </li>
      ))}
    </ul>
  )
}
