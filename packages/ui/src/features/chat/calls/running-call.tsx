import type { ToolCall, CallTask } from '@gatehouse/domain'
import { useState } from 'react'
import {
  Button,
  Card,
  CardHeader,
  CardSection,
  ProgressBar,
  RevealText,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { ArgumentsView } from '../approvals/arguments-view.tsx'
import { summarizeArguments } from '../approvals/call-summary.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useStopwatch } from '../../../lib/formats/stopwatch.ts'
import { nameAndTitle } from '../../../lib/words/tool-words.ts'
import { GrantedLine } from '../approvals/granted-line.tsx'
import { ToolHeading } from './tool-heading.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'

/** 0 to 1, or null when the server does not say how much there is. */
function shareOf(call: ToolCall): number | null {
  const { progress, total } = call.progress ?? {}
  return progress === undefined || total === undefined || total <= 0 ? null : progress / total
}

/** Returns the server's progress report, with the count if it names no total. */
function useProgressWords({ status, progress: reported }: ToolCall): string {
  const t = useT('chat')
  const state = status === 'approved' ? 'approved' : 'running'
  const message = reported?.message && oneLine(reported.message)
  if (!reported || reported.total !== undefined) return message ?? t(`call.status.${state}`)
  const { progress } = reported
  return message === undefined
    ? t(`call.status.${state}With`, { progress })
    : t('call.status.messageWith', { message, progress })
}

/** A call that is on the server now: how far it is, for how long, and the way to stop it. */
export function RunningCall({ call, conversationId }: { call: ToolCall; conversationId: string }) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  const elapsed = useStopwatch(call.startedAt)
  const cancel = useAction('chat.cancel-call')
  const asked = cancel.isPending || cancel.isSuccess
  const words = useProgressWords(call)
  return (
    <Card hue={call.serverHue}>
      <CardHeader
        expanded={open}
        onToggle={() => setOpen(!open)}
        toggleLabel={t('call.details', { tool: nameAndTitle(call.toolName, call.toolTitle) })}
      >
        <ToolHeading {...call} summary={summarizeArguments(call.arguments, t)} />
      </CardHeader>
      <GrantedLine call={call} />
      {open && (
        <CardSection padded={false}>
          <ArgumentsView value={call.arguments} label={t('call.arguments')} />
        </CardSection>
      )}
      <CardSection className="flex items-end gap-4">
        <ProgressBar
          className="min-w-0 flex-1"
          label={t('call.runningLabel', { tool: nameAndTitle(call.toolName, call.toolTitle) })}
          value={shareOf(call)}
          message={<RevealText text={words} wrap={false} />}
          elapsed={elapsed}
        />
        <Button
          size="small"
          disabled={asked}
          onClick={() => cancel.mutate({ id: conversationId, entryId: call.id })}
        >
          {t(asked ? 'call.cancelling' : 'call.cancel')}
        </Button>
      </CardSection>
      {call.task && (
        <CardSection>
          <TaskLine task={call.task} />
        </CardSection>
      )}
    </Card>
  )
}

/** That a running call is a task of its server, what that means, and what the server reports of it. */
function TaskLine({ task }: { task: CallTask }) {
  const t = useT('tasks')
  const { duration } = useFormats()
  const interval = duration(task.pollIntervalMs)
  const words = task.unreachable
    ? t('card.unreachable')
    : t(task.status === 'input_required' ? 'card.input' : 'card.runs', { interval })
  return (
    <p className="text-small text-fg-3">
      {words}
      {task.statusMessage !== undefined && (
        <span className="block text-fg-2">
          <RevealText text={oneLine(task.statusMessage)} wrap={false} />
        </span>
      )}
    </p>
  )
}
