import { RadioGroup } from '../../../kit/index.ts'
import { useInstallWords } from '../../../lib/words/install-words.ts'

export interface InstallChoiceProps {
  install: boolean
  onChange: (install: boolean) => void
}

/** Chooses between an installed package and one that is fetched at each start. */
export function InstallChoice({ install, onChange }: InstallChoiceProps) {
  const t = useInstallWords()
  return (
    <RadioGroup
      label={t('choice')}
      value={install ? 'disk' : 'npx'}
      onValueChange={(value) => onChange(value === 'disk')}
      options={[
        { value: 'disk', label: t('fromDisk'), description: t('fromDiskNote') },
        { value: 'npx', label: t('eachTime'), description: t('eachTimeNote') },
      ]}
    />
  )
}
