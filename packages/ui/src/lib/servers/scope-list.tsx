import { Badge, RevealText } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'
import { knownScope } from '../words/scope-words.ts'

export interface ScopeListProps {
  scopes: readonly string[]
  /** Whose words they are. */
  issuer: string
  label: string
}

/** Scopes as they are asked for, those that are known in words too; what they allow is for the issuer to say. */
export function ScopeList({ scopes, issuer, label }: ScopeListProps) {
  const t = useT('asks')
  const rows = scopes.map((scope) => ({ scope, known: knownScope(scope, issuer) }))
  const described = rows.filter(({ known }) => known !== undefined)
  const others = rows.filter(({ known }) => known === undefined)
  return (
    <ul className="flex flex-col gap-1.5" aria-label={label}>
      {described.map(({ scope, known }) => (
        <li key={scope} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {known && <span className="text-note">{t(`signIn.known.${known}`)}</span>}
          <Scope scope={scope} />
        </li>
      ))}
      {others.length > 0 && (
        <li>
          <ul className="flex flex-wrap gap-1.5">
            {others.map(({ scope }) => (
              <li key={scope} className="max-w-full">
                <Scope scope={scope} />
              </li>
            ))}
          </ul>
        </li>
      )}
    </ul>
  )
}

function Scope({ scope }: { scope: string }) {
  return (
    <Badge mono>
      <RevealText text={scope} />
    </Badge>
  )
}
