import { programNameOf } from '@gatehouse/domain/launch'
import { Info } from 'lucide-react'
import { RadioGroup, RevealText } from '../../../kit/index.ts'
import { useInstallWords } from '../../../lib/words/install-words.ts'
import { isPackage, useInstallable, type KnownLaunch } from './use-installable.ts'

export interface InstallChoiceProps {
  launch: KnownLaunch
  install: boolean
  onChange: (install: boolean) => void
}

/** Chooses between an installed package and one that is fetched at each start; nothing for any other launch. */
export function InstallChoice({ launch, install, onChange }: InstallChoiceProps) {
  const t = useInstallWords()
  const found = useInstallable()(launch)
  if (!isPackage(found)) return <NotInstalled launch={launch} />
  const runner = launch.kind === 'stdio' ? programNameOf(launch.command) : ''
  const once = found.ecosystem === 'oci' ? 'fromDigest' : 'fromDisk'
  return (
    <RadioGroup
      label={t('choice')}
      value={install ? 'disk' : 'each'}
      onValueChange={(value) => onChange(value === 'disk')}
      options={[
        { value: 'disk', label: t(once), description: t('fromDiskNote') },
        {
          value: 'each',
          label: t('eachTime', { runner }),
          description: t('eachTimeNote', { runner }),
        },
      ]}
    />
  )
}

/** The reason for which the package of a launch cannot be installed; nothing for any other launch. */
export function NotInstalled({ launch }: Pick<InstallChoiceProps, 'launch'>) {
  const t = useInstallWords()
  const found = useInstallable()(launch)
  if (found === null || isPackage(found)) return null
  return (
    <p className="flex items-start gap-2 text-small text-fg-3">
      <Info className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <RevealText text={t(`refused.${found.reason}`, { word: found.word })} />
    </p>
  )
}
