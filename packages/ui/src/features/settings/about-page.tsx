import { Callout, CopyButton, KeyValues, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAppInfo } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'

/** Names of systems, which are the same in every language. */
const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['darwin', 'macOS'],
  ['linux', 'Linux'],
  ['win32', 'Windows'],
])

export function AboutPage() {
  const t = useT('settings')
  return (
    <QueryStates query={useAppInfo()}>
      {(info) => (
        <>
          {info.sandboxDisabled && <Callout tone="warning" title={t('about.sandboxOffNotice')} />}
          {info.fallbackRuntime && <Callout title={t('about.fallback')} />}
          <KeyValues
            items={[
              { name: t('about.version'), value: info.version },
              { name: t('about.electron'), value: info.electronVersion },
              { name: t('about.chrome'), value: info.chromeVersion },
              {
                name: t('about.system'),
                value: t('about.systemFacts', {
                  platform: PLATFORMS.get(info.platform) ?? info.platform,
                  language: info.systemLocale,
                }),
              },
              {
                name: t('about.sandbox'),
                value: t(info.sandboxDisabled ? 'about.sandboxOff' : 'about.sandboxOn'),
              },
              {
                name: t('about.dataFolder'),
                value: (
                  <>
                    <span className="flex items-center gap-1.5">
                      <RevealText text={info.dataFolder} className="font-mono text-small" />
                      <CopyButton label={t('about.copyFolder')} text={info.dataFolder} />
                    </span>
                    <span className="text-small text-fg-3">{t('about.dataFolderNote')}</span>
                  </>
                ),
              },
            ]}
          />
        </>
      )}
    </QueryStates>
  )
}
