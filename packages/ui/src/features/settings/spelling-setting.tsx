import type { SpellingSettings, SpellingView } from '@gatehouse/domain/spelling'
import { SPELLING_LIMITS } from '@gatehouse/domain/spelling-limits'
import { X } from 'lucide-react'
import { Callout, Checkbox, Disclosure, IconButton, RevealText, Switch } from '../../kit/index.ts'
import { useLocale, useT } from '../../lib/words/i18n.ts'
import { useAction, useSpelling } from '../../lib/queries/index.ts'

/** Settings of the spelling check: on or off, languages, and the person's own words. */
export function SpellingSetting({ settings }: { settings: SpellingSettings }) {
  const t = useT('settings')
  const view = useSpelling().data
  const { mutate } = useAction('app.change-settings')
  const change = (part: Partial<SpellingSettings>) => mutate({ spelling: { ...settings, ...part } })
  const { isOn, words } = settings
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={t('spelling.label')}
        description={t(view?.by === 'system' ? 'spelling.bySystem' : 'spelling.note')}
        checked={isOn}
        onCheckedChange={(next) => change({ isOn: next })}
      />
      {isOn && view?.by === 'dictionaries' && (
        <Languages
          view={view}
          settings={settings}
          onChange={(languages) => change({ languages })}
        />
      )}
      {isOn && words.length >= SPELLING_LIMITS.words && (
        <Callout tone="warning" title={t('spelling.full', { count: words.length })} />
      )}
      {isOn && words.length > 0 && (
        <Disclosure summary={t('spelling.words', { count: words.length })} onlyOpen>
          <ul className="flex max-h-48 max-w-96 flex-col overflow-y-auto" tabIndex={0}>
            {words.map((word) => (
              <li key={word} className="flex items-center justify-between gap-2 text-note">
                <RevealText text={word} />
                <IconButton
                  size="small"
                  icon={X}
                  label={t('spelling.removeWord', { word })}
                  onClick={() => change({ words: words.filter((one) => one !== word) })}
                />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

interface LanguagesProps {
  view: Extract<SpellingView, { by: 'dictionaries' }>
  settings: SpellingSettings
  onChange: (languages: string[]) => void
}

function Languages({ view, settings, onChange }: LanguagesProps) {
  const t = useT('settings')
  const locale = useLocale()
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  const nameOf = (language: string): string => names.of(language) ?? language
  const chosen = settings.languages ?? view.automatic
  const named = view.languages
    .map((language) => ({ language, name: nameOf(language) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-note text-fg-2">{t('spelling.languages')}</legend>
      {named.map(({ language, name }) => (
        <Checkbox
          key={language}
          label={name}
          checked={chosen.includes(language)}
          onCheckedChange={(on) =>
            onChange(view.languages.filter((one) => (one === language ? on : chosen.includes(one))))
          }
        />
      ))}
      {view.broken.map(({ language, path }) => (
        <Callout
          key={language}
          tone="warning"
          role="status"
          title={t('spelling.broken', { language: nameOf(language) })}
        >
          <RevealText text={t('spelling.brokenNote', { path })} />
        </Callout>
      ))}
      <p className="text-small text-fg-3">
        {t(chosen.length === 0 ? 'spelling.none' : 'spelling.languagesNote')}
      </p>
    </fieldset>
  )
}
