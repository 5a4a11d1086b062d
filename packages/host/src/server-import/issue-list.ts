import type { ImportIssue, ImportIssueCode } from '@gatehouse/domain/launch'

const MAX_ISSUES = 24
const MAX_DETAIL = 400

/** Collects issues of one server or file; many of one kind are counted, not listed without end. */
export class IssueList {
  readonly #issues: ImportIssue[] = []
  readonly #left = new Map<ImportIssueCode, number>()

  add(issue: ImportIssue): void {
    if (this.#issues.length < MAX_ISSUES)
      this.#issues.push({ ...issue, at: cut(issue.at), detail: cut(issue.detail) })
    else this.#left.set(issue.code, (this.#left.get(issue.code) ?? 0) + 1)
  }

  list(): ImportIssue[] {
    const more = [...this.#left].map(([code, count]): ImportIssue => ({
      code,
      at: '',
      line: null,
      detail: `+${count}`,
    }))
    return [...this.#issues, ...more]
  }
}

function cut(text: string): string {
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL)}…` : text
}
