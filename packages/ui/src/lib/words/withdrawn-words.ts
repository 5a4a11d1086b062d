import type { UnsentAnswer } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useT } from './i18n.ts'
import { oneLine } from '../formats/one-line.ts'

type Withdrawn = Pick<UnsentAnswer, 'subject' | 'reason'> & { server: string }

/** That an ask ended before the person answered, why, and what it was about, in one sentence. */
export function useWithdrawnWords(): (withdrawn: Withdrawn) => string {
  const t = useT('asks')
  return useCallback(
    ({ subject, reason, server }) => {
      const about = oneLine(subject, 120)
      return about === ''
        ? t(`withdrawn.${reason}`, { server })
        : t('withdrawnAbout', { what: t(`withdrawn.${reason}`, { server }), about })
    },
    [t],
  )
}
