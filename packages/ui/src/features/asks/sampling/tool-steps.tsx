import type { SamplingMessage } from '@gatehouse/domain/server-requests'
import { CornerDownRight } from 'lucide-react'
import { useMemo } from 'react'
import { Icon, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** Steps that have a line; of more the last ones. Each is shown whole among the messages. */
const MAX_LINES = 20

/** One call of the server's tools in a request that continues from it. */
interface ToolStep {
  name: string
  input: string
  /** The beginning of the result; `null` = the messages hold none. */
  result: string | null
  isError: boolean
}

type ToolResult = Extract<SamplingMessage['content'][number], { type: 'tool_result' }>
/** Content of a result other than text. */
type OtherPart = Exclude<ToolResult['content'][number]['type'], 'text'>

/** The calls that the model made so far, each with the result that the server reports. */
function toolSteps(
  messages: readonly SamplingMessage[],
  nameOf: (type: OtherPart) => string,
): ToolStep[] {
  const steps: ToolStep[] = []
  let open = new Map<string, ToolStep>()
  for (const { content } of messages) {
    const called = new Map<string, ToolStep>()
    for (const block of content) {
      if (block.type === 'tool_use') {
        const input = oneLine(JSON.stringify(block.input), 80)
        const step: ToolStep = { name: block.name, input, result: null, isError: false }
        steps.push(step)
        called.set(block.id, step)
      }
      const calledBy = block.type === 'tool_result' ? open.get(block.toolUseId) : undefined
      if (block.type === 'tool_result' && calledBy) {
        calledBy.isError = block.isError === true
        calledBy.result = block.content
          .map((part) => (part.type === 'text' ? oneLine(part.text, 120) : nameOf(part.type)))
          .join(' · ')
      }
    }
    open = called
  }
  return steps
}

/** Steps so far in a request of several steps, a line for each, under the steps that it may still have. */
export function ToolSteps({
  messages,
  step,
}: {
  messages: readonly SamplingMessage[]
  step: { number: number; limit: number } | undefined
}) {
  const words = useSamplingWords()
  const { number } = useFormats()
  const t = useT('asks')
  const steps = useMemo(
    () => toolSteps(messages, (type) => t(`sampling.part.${type}`)),
    [messages, t],
  )
  const first = Math.max(0, steps.length - MAX_LINES)
  if (steps.length === 0 && (step === undefined || step.number === 1)) return null
  return (
    <div data-testid="tool-steps" className="flex flex-col gap-1 text-small">
      {step && (
        <p className="text-note font-medium text-fg-2">
          {words('steps.number', { number: number(step.number), limit: number(step.limit) })}
        </p>
      )}
      {first > 0 && <p className="text-fg-3">{words('steps.earlier', { count: first })}</p>}
      {steps.length > 0 && (
        <ol aria-label={words('steps.label')} className="flex flex-col gap-1">
          {steps.slice(first).map((one, index) => (
            <li key={first + index} className="flex min-w-0 items-baseline gap-1.5">
              <Icon icon={CornerDownRight} size={12} className="self-center text-fg-3" />
              <span className="shrink-0 font-mono font-medium">
                <RevealText text={oneLine(one.name, 40)} wrap={false} />
              </span>
              <span className="min-w-0 truncate font-mono text-fg-3">
                <RevealText text={one.input} wrap={false} />
              </span>
              <span className={`min-w-0 truncate ${one.isError ? 'text-danger' : 'text-fg-2'}`}>
                <RevealText text={oneLine(one.result ?? '', 120)} wrap={false} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
