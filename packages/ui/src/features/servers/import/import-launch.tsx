import {
  variableEffect,
  type ImportedLaunch,
  type ImportedServer,
  type ImportedValue,
} from '@gatehouse/domain/launch'
import { KeyRound } from 'lucide-react'
import { Checkbox, Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { valuesOf } from './import-decisions.ts'

const exact = 'font-mono text-small'

/** The whole command or address, nothing shortened; each argument in a frame of its own. */
export function ImportLaunch({ launch }: { launch: ImportedLaunch }) {
  const t = useT('serverImport')
  if (launch.kind === 'http')
    return (
      <p className="text-note text-fg-2">
        <RevealText text={launch.url} className={`${exact} text-fg`} />
        {launch.httpTransport === 'http-sse' && <> {t('overSse')}</>}
      </p>
    )
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-1.5 gap-y-1">
        <RevealText text={launch.command} className={`${exact} min-w-0 font-semibold`} />
        {launch.args.map((argument, index) => (
          <span
            key={index}
            className="max-w-full min-w-0 rounded-sm border border-line bg-sunken px-1"
          >
            {argument === '' ? (
              <span className="text-small text-fg-3 italic">{t('empty')}</span>
            ) : (
              <RevealText text={argument} className={exact} />
            )}
          </span>
        ))}
      </p>
      {launch.cwd !== undefined && (
        <p className="mt-1 text-small text-fg-3">
          {t('in')} <RevealText text={launch.cwd} className={exact} />
        </p>
      )}
    </div>
  )
}

export interface ImportValuesProps {
  server: ImportedServer
  secrets: ReadonlySet<string>
  onKeep: (name: string, secret: boolean) => void
}

/** Variables or headers, and for each whether it goes into the keychain. */
export function ImportValues({ server, secrets, onKeep }: ImportValuesProps) {
  const t = useT('serverImport')
  const values = valuesOf(server)
  if (values.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1 text-small text-fg-3">
        {t(server.launch?.kind === 'http' ? 'values.headers' : 'values.env')}
      </legend>
      <ul className="flex flex-col gap-1">
        {values.map((value) => (
          <li
            key={value.name}
            className="grid min-h-5 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-x-3"
          >
            <RevealText text={value.name} className={exact} />
            <ImportedValueText value={value} />
            <Checkbox
              label={
                <>
                  <span aria-hidden>{t('keychain')}</span>
                  <span className="sr-only">{t('keychainFor', { name: value.name })}</span>
                </>
              }
              checked={secrets.has(value.name)}
              disabled={server.launch?.kind === 'stdio' && variableEffect(value.name) !== null}
              onCheckedChange={(secret) => onKeep(value.name, secret)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function ImportedValueText({ value: { value, length, uses } }: { value: ImportedValue }) {
  const t = useT('serverImport')
  if (value === '') return <span className="text-small text-fg-3 italic">{t('empty')}</span>
  if (value !== null) return <RevealText text={value} className={exact} />
  const words =
    uses.length > 0
      ? t('secretFrom', { variables: uses.join(' ') })
      : t('secret', { count: length })
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1 text-small text-fg-2">
      <Icon icon={KeyRound} size={12} className="shrink-0 self-center" />
      <RevealText text={words} />
    </span>
  )
}
