import type { ToolCall } from '@gatehouse/domain'
import { FileText, Type } from 'lucide-react'
import { CardSection, CopyButton } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useCopyText } from './use-copy.ts'

/** Copies a call with its arguments and its result, below them. */
export function CallCopy({ call }: { call: ToolCall }) {
  const t = useT('chat')
  const textOf = useCopyText()
  const source = { kind: 'entry', entry: call } as const
  return (
    <CardSection padded={false} className="flex items-center gap-0.5 px-2 py-1">
      <CopyButton
        icon={FileText}
        label={t('copy.callMarkdown')}
        text={() => textOf(source, 'markdown')}
      />
      <CopyButton icon={Type} label={t('copy.callPlain')} text={() => textOf(source, 'plain')} />
    </CardSection>
  )
}
