import type { InstallationDiff, ServerInstallation } from '@gatehouse/domain/launch'
import { KeyValues, RevealText } from '../kit/index.ts'
import { useFormats } from '../lib/formats/formats.ts'
import { useInstallWords } from '../lib/words/install-words.ts'
import { ExactValue, valueBox } from './exact-value.tsx'

export interface InstallationFactsProps {
  installation: ServerInstallation
  diff?: InstallationDiff | undefined
  /** Names of stored secrets that the launch is given from the one before. */
  carriedSecrets?: readonly string[]
}

/** The package that a server starts from the disk: its version, its content and its folder. */
export function InstallationFacts(props: InstallationFactsProps) {
  const { installation, diff, carriedSecrets = [] } = props
  const t = useInstallWords()
  const { number, bytes, list } = useFormats()
  const { present } = installation
  const { ecosystem, name, version, wanted, packages, files, size, scripts, folder } = present
  const isImage = ecosystem === 'oci'
  return (
    <section>
      <h3 className="mb-1 text-note font-medium text-fg-2">
        {t(isImage ? 'facts.titleImage' : 'facts.title')}
      </h3>
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
                ...(isImage
                  ? []
                  : [
                      t('facts.packages', { count: packages, number: number(packages) }),
                      t('facts.files', { count: files, number: number(files) }),
                    ]),
                bytes(size),
              ].join(' · '),
            },
            ...(isImage
              ? []
              : [
                  {
                    name: t(`facts.scripts.${ecosystem}`),
                    value:
                      scripts.length === 0 ? (
                        t('facts.noScripts')
                      ) : (
                        <RevealText text={list(scripts)} className="font-mono text-small" />
                      ),
                  },
                ]),
            ...(diff ? [{ name: t('facts.replaces'), value: <Replaced diff={diff} /> }] : []),
            {
              name: t(isImage ? 'facts.digest' : 'facts.folder'),
              value: <ExactValue text={folder} />,
            },
          ]}
        />
      </div>
      <p className="mt-1 text-small text-fg-3">
        {t(isImage ? 'facts.pinnedImage' : 'facts.pinned')}
      </p>
      {carriedSecrets.length > 0 && (
        <p className="mt-1 text-small text-fg-2">
          <RevealText text={t('facts.carried', { names: list(carriedSecrets) })} />
        </p>
      )}
    </section>
  )
}

/** The installation before, and what differs from it: files by number, packages by name and version. */
function Replaced({ diff: { before, files, packages } }: { diff: InstallationDiff }) {
  const t = useInstallWords()
  const { number } = useFormats()
  return (
    <div className="flex flex-col gap-1">
      <ExactValue text={`${before.name} ${before.version}`} />
      {before.ecosystem !== 'oci' && (
        <>
          <p>
            {t('facts.changedFiles', {
              changed: number(files.changed),
              added: number(files.added),
              removed: number(files.removed),
            })}
          </p>
          <p>
            {t('facts.changedPackages', {
              count: packages.length,
              number: number(packages.length),
            })}
          </p>
        </>
      )}
      <ul className="flex flex-col font-mono text-small">
        {packages.map((one) => (
          <li key={one.name}>
            <RevealText text={`${one.name} ${one.before ?? '–'} → ${one.after ?? '–'}`} />
          </li>
        ))}
      </ul>
      <p className="text-small text-fg-3">{t('facts.tools')}</p>
    </div>
  )
}
