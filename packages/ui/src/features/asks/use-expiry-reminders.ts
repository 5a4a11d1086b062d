import { expiryReminderAt, type Ask } from '@gatehouse/domain'
import { useEffect, useRef } from 'react'
import { useToasts } from '../../kit/index.ts'
import { askWords } from '../../lib/words/ask-words.ts'
import { formatsOf } from '../../lib/formats/formats.ts'
import { useLanguage, type Language } from '../../lib/words/i18n.ts'
import { leftWords } from '../../lib/formats/time-left.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { worded } from '../../lib/words/worded.ts'

function reminder(language: Language, ask: Ask, ms: number): string {
  const what = language.once(askWords).sentence(ask)
  const left = leftWords(language.once(formatsOf))(ms)
  return language.words('asks')('expiry.announced', { what, left })
}

/** Announces once that an ask is about to expire: to screen readers where it is in view, with a notice elsewhere. */
export function useExpiryReminders(
  asks: readonly Ask[] | undefined,
  isInView: (ask: Ask) => boolean,
): void {
  const language = useLanguage()
  const { show } = useToasts()
  const announce = useUi((ui) => ui.announce)
  const openActivity = useUi((ui) => ui.openActivity)
  const reminded = useRef(new Set<string>())
  useEffect(() => {
    const remind = (ask: Ask, ms: number): void => {
      if (isInView(ask)) announce(reminder(language, ask, ms))
      else
        show({
          tone: 'warning',
          title: worded('asks', (_t, shown) => reminder(shown, ask, ms)),
          action: {
            label: worded('asks', (t) => t('notice.show')),
            onSelect: () => openActivity(ask.id),
          },
        })
    }
    const timers = (asks ?? []).flatMap((ask) => {
      const at = expiryReminderAt(ask)
      if (at === undefined || !ask.expiry) return []
      const { at: expiresAt } = ask.expiry
      // A sign-in is asked about again once its page was opened, for the same time.
      const key = `${ask.serverId} ${expiresAt}`
      if (reminded.current.has(key)) return []
      const due = (): void => {
        if (reminded.current.has(key) || Date.now() >= expiresAt) return
        reminded.current.add(key)
        remind(ask, expiresAt - Date.now())
      }
      return [setTimeout(due, Math.max(0, at - Date.now()))]
    })
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  })
}
