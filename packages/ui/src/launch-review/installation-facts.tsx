import type { ServerInstallation } from '@gatehouse/domain/launch'
import { KeyValues, RevealText } from '../kit/index.ts'
import { useFormats } from '../lib/formats/formats.ts'
import { useInstallWords } from '../lib/words/install-words.ts'
import { ExactValue, valueBox } from './exact-value.tsx'

export interface InstallationFactsProps {
  installation: ServerInstallation
  /** Names of stored secrets that the launch is given from the one before. */
  carriedSecrets?: readonly string[]
}

/** The package that a server starts from the disk: its version, its content and its folder. */
export function InstallationFacts({ installation, carriedSecrets = [] }: InstallationFactsProps) {
  const t = useInstallWords()
  const { number, bytes, list } = useFormats()
  const { name, version, wanted, packages, files, size, scripts, folder } = installation.present
  return (
    <section>
      <h3 className="mb-1 text-note font-medium text-fg-2">{t('facts.title')}</h3>
      <div className={valueBox}>
        <KeyValues
          items={[
            { name: t('facts.package'), value: <ExactValue text={`${name} ${version}`} /> },
            {
              name: t('facts.asked'),
              value: wanted === '' ? t('facts.newest') : <ExactValue text={wanted} />,
            },
            {
              name: t('facts.content'),
              value: [
                t('facts.packages', { count: packages, number: number(packages) }),
                t('facts.files', { count: files, number: number(files) }),
                bytes(size),
              ].join(' · '),
            },
            {
              name: t('facts.scripts'),
              value:
                scripts.length === 0 ? (
                  t('facts.noScripts')
                ) : (
                  <RevealText text={list(scripts)} className="font-mono text-small" />
                ),
            },
            { name: t('facts.folder'), value: <ExactValue text={folder} /> },
          ]}
        />
      </div>
      <p className="mt-1 text-small text-fg-3">{t('facts.pinned')}</p>
      {carriedSecrets.length > 0 && (
        <p className="mt-1 text-small text-fg-2">
          <RevealText text={t('facts.carried', { names: list(carriedSecrets) })} />
        </p>
      )}
    </section>
  )
}
