import { useT } from '../../../lib/words/i18n.ts'
import type { FormIssues } from './server-form-issues.ts'

/** Returns the problem of a field, in words; `undefined` if there is none, or the field was not reached yet. */
export type IssueWords = (field: string) => string | undefined

export function useIssueWords(issues: FormIssues, isShown: (field: string) => boolean): IssueWords {
  const t = useT('servers')
  return (field) => {
    const issue = issues.get(field)
    if (issue === undefined) return undefined
    // It follows from another field: waiting until this one was left would hide it.
    if (typeof issue === 'object') return t('issues.retype', { from: issue.from, to: issue.to })
    return isShown(field) ? t(`issues.${issue}`) : undefined
  }
}
