import type { ImportedServer } from '@gatehouse/domain/launch'
import { TriangleAlert } from 'lucide-react'
import { Checkbox, Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

export interface ImportHostVariablesProps {
  server: ImportedServer
  given: ReadonlySet<string>
  onGive: (name: string, allowed: boolean) => void
}

/** Variables that a server wants of the person's own environment: none is given until they allow each. */
export function ImportHostVariables({ server, given, onGive }: ImportHostVariablesProps) {
  const t = useT('serverImport')
  if (server.hostVariables.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1 text-small text-fg-3">{t('own.title')}</legend>
      <ul className="flex flex-col gap-1">
        {server.hostVariables.map(({ name, receiver, isSet, isShareable }) => (
          <li key={name} className="flex min-w-0 items-start gap-1.5 text-small">
            <Icon icon={TriangleAlert} size={12} className="mt-1 shrink-0 text-warning" />
            {isSet && isShareable ? (
              <Checkbox
                label={<RevealText text={t('own.give', { name, receiver })} />}
                checked={given.has(name)}
                onCheckedChange={(allowed) => onGive(name, allowed)}
              />
            ) : (
              <span className="min-w-0 text-fg-2">
                <RevealText text={t(isSet ? 'own.typeIt' : 'own.notSet', { name, receiver })} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
