import type { ToolApprovalAsk } from '@gatehouse/domain'
import { CardSection } from '../../../kit/index.ts'
import { useModeWords } from '../../../lib/words/mode-words.ts'

/** Rules that the card shows by itself, or that hold for every call of the chat. */
type Unworded =
  | 'flow-rule'
  | 'form'
  | 'form-problem'
  | 'grant'
  | 'by-person'
  | 'every-call'
  | 'too-many'
  | 'read-only'
  | 'in-workspace'

/** In one line why the mode of the chat asks about this call. */
export function AskReason({ ask: { rule } }: { ask: ToolApprovalAsk }) {
  const t = useModeWords()
  if (rule === undefined || isUnworded(rule)) return null
  return (
    <CardSection>
      <p className="text-small text-fg-2" data-testid="ask-reason">
        {t(`asks.${rule}`)}
      </p>
    </CardSection>
  )
}

const UNWORDED: ReadonlySet<string> = new Set<Unworded>([
  'flow-rule',
  'form',
  'form-problem',
  'grant',
  'by-person',
  'every-call',
  'too-many',
  'read-only',
  'in-workspace',
])

function isUnworded(rule: NonNullable<ToolApprovalAsk['rule']>): rule is Unworded {
  return UNWORDED.has(rule)
}
