import { useT } from '../../lib/i18n.ts'
import type { FormIssues } from './server-form-issues.ts'

/** What is wrong with a field, in words; `undefined` while nothing is, or it was not reached yet. */
export type IssueWords = (field: string) => string | undefined

export function useIssueWords(issues: FormIssues, isShown: (field: string) => boolean): IssueWords {
  const t = useT('servers')
  return (field) => {
    const code = issues.get(field)
    return code !== undefined && isShown(field) ? t(`issues.${code}`) : undefined
  }
}
