import type { AuditCheck } from '@gatehouse/domain/audit'
import { Download, Ellipsis, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { IconButton, Menu, useToasts } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { verbatim, worded } from '../../../lib/words/worded.ts'
import { AuditCheckDialog } from './audit-check-dialog.tsx'

/** Menu for the whole record: checking its integrity, and exporting it. */
export function AuditMenu() {
  const t = useT('activity')
  const { show } = useToasts()
  const [result, setResult] = useState<AuditCheck | null>(null)
  const check = useAction('audit.check', { onSuccess: setResult })
  const save = useAction('audit.export', {
    onSuccess: (written) =>
      written &&
      show({
        tone: 'success',
        title: worded('activity', (to) => to('whole.exported')),
        description: verbatim(written.path),
      }),
  })
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t('whole.menu')} data-testid="audit-menu" />}
        entries={[
          { label: t('whole.check'), icon: ShieldCheck, onSelect: () => check.mutate({}) },
          { label: t('whole.export'), icon: Download, onSelect: () => save.mutate({}) },
        ]}
      />
      {result && <AuditCheckDialog check={result} onClose={() => setResult(null)} />}
    </>
  )
}
