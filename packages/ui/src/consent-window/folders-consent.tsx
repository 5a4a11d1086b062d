import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { RevealText } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'

export interface FoldersConsentProps {
  request: Extract<ConsentRequest, { kind: 'folders' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** Folders that no one picked in the system's dialog, and the workspace that would have them. */
export function FoldersConsent({ request, decide }: FoldersConsentProps) {
  const t = useT('consent')
  const { paths, workspaceName } = request
  return (
    <ConsentLayout
      title={t('folders.title')}
      subject={<RevealText text={workspaceName} className="font-semibold text-fg" />}
      note={t('folders.note')}
      choices={[{ decision: 'allow', label: t('folders.allow', { count: paths.length }) }]}
      decide={decide}
    >
      <ol className="flex flex-col gap-1 rounded-lg border border-line bg-sunken px-3 py-2">
        {paths.map((path, index) => (
          <li key={index}>
            <RevealText text={path} className="font-mono text-small" />
          </li>
        ))}
      </ol>
    </ConsentLayout>
  )
}
