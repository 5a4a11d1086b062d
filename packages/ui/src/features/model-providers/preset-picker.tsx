import { Combobox } from '../../kit/index.ts'
import { useLocale, useT } from '../../lib/words/i18n.ts'
import { PROVIDER_PRESETS } from './preset-table.ts'
import { inLocale, OTHER, presetKeywords } from './provider-presets.ts'

interface PresetPickerProps {
  /** The id of a preset, or `other`. */
  value: string
  onChange: (preset: string) => void
}

/** The known providers by group, found by their names in any language. */
export function PresetPicker({ value, onChange }: PresetPickerProps) {
  const t = useT('providers')
  const locale = useLocale()
  return (
    <Combobox
      label={t('provider')}
      value={value}
      onValueChange={onChange}
      options={[
        ...PROVIDER_PRESETS.map((preset) => ({
          value: preset.id,
          label: inLocale(preset.name, locale),
          group: t(`presetGroups.${preset.group}`),
          keywords: presetKeywords(preset),
        })),
        { value: OTHER, label: t('other'), group: t('presetGroups.own') },
      ]}
    />
  )
}
