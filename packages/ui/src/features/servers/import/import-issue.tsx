import type { ImportIssue } from '@gatehouse/domain/launch'
import { RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/i18n.ts'
import type { serverImport as english } from '../../../locales/en/server-import.ts'

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

const types: Readonly<Record<keyof typeof english.type, true>> = {
  object: true,
  array: true,
  string: true,
}

function isSyntax(detail: string): detail is keyof typeof english.syntax {
  return Object.hasOwn(syntaxProblems, detail)
}

function isType(detail: string): detail is keyof typeof english.type {
  return Object.hasOwn(types, detail)
}

/** What is wrong or left behind, where in the file, and what to do. */
export function ImportIssueText({ issue }: { issue: ImportIssue }) {
  const t = useT('serverImport')
  const { code, at, line } = issue
  const detail =
    code === 'not-json'
      ? t(`syntax.${isSyntax(issue.detail) ? issue.detail : 'other'}`)
      : code === 'wrong-type' && isType(issue.detail)
        ? t(`type.${issue.detail}`)
        : issue.detail
  return (
    <span className="min-w-0">
      <RevealText text={t(`issue.${code}`, { detail })} />
      {(at !== '' || line !== null) && (
        <span>
          {' '}
          {at !== '' && <RevealText text={at} className="font-mono text-micro" />}
          {line !== null && <span className="whitespace-nowrap"> {t('line', { line })}</span>}
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
