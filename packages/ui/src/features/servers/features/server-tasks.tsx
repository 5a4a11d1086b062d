import { isTaskFinished, type ServerTask, type ServerView, type TaskState } from '@gatehouse/domain'
import { ListTodo } from 'lucide-react'
import {
  Badge,
  Button,
  Callout,
  EmptyState,
  RevealText,
  useIncrementalList,
  type Tone,
} from '../../../kit/index.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useNow } from '../../../lib/formats/now.ts'
import { nameAndTitle } from '../../../lib/words/tool-words.ts'
import { useAction, useTasks, useTasksAtServer } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
import { ShowMoreButton } from '../../../lib/chats/show-more-button.tsx'

/** Rows at first, and with each press: a server may name thousands. */
const ROWS = { first: 50, step: 100 }

const tones: Record<TaskState['status'], Tone> = {
  working: 'accent',
  input_required: 'warning',
  completed: 'success',
  failed: 'danger',
  cancelled: 'neutral',
}

/** The calls that a server works on by itself, and what else it reports to keep. */
export function ServerTasks({ view }: { view: ServerView }) {
  const query = useTasks()
  return (
    <QueryStates query={query} lines={4}>
      {(list) => (
        <Tasks view={view} tasks={list.filter(({ serverId }) => serverId === view.config.id)} />
      )}
    </QueryStates>
  )
}

function Tasks({ view, tasks }: { view: ServerView; tasks: ServerTask[] }) {
  const t = useT('tasks')
  const words = useErrorWords()
  const listed = useTasksAtServer(view.config.id, view.connection.status === 'ready')
  const steps = useIncrementalList(tasks.length, ROWS)
  const known = new Set(tasks.map(({ taskId }) => taskId))
  const others = (listed.data ?? []).filter(({ taskId }) => !known.has(taskId))
  if (tasks.length === 0 && others.length === 0 && !listed.isError)
    return (
      <EmptyState
        className="flex-1"
        icon={ListTodo}
        title={t('list.none')}
        description={t('list.noneNote')}
      />
    )
  return (
    <div className="min-h-0 flex-1 overflow-auto px-4 py-3">
      {tasks.length > 0 && (
        <>
          <p className="pb-2 text-small text-fg-3">{t('list.note')}</p>
          <ul aria-label={t('list.label')} className="border-t border-line">
            {tasks.slice(0, steps.shown).map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
          <ShowMoreButton steps={steps} />
        </>
      )}
      {listed.isError && (
        <Callout className="mt-4" tone="warning">
          {t('list.othersFailed', { reason: words(listed.error) })}
        </Callout>
      )}
      {others.length > 0 && <Others tasks={others} />}
    </div>
  )
}

function TaskRow({ task }: { task: ServerTask }) {
  const t = useT('tasks')
  const { duration } = useFormats()
  const now = useNow(1000)
  const openChat = useUi((ui) => ui.openChat)
  const cancel = useAction('task.cancel')
  const tool = nameAndTitle(task.toolName, task.toolTitle)
  const isOver = isTaskFinished(task)
  const asked = cancel.isPending || cancel.isSuccess
  const age = duration(Math.max(1, Math.round((now - task.createdAt) / 1000)) * 1000)
  const interval = duration(task.pollIntervalMs)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <span className="min-w-40 flex-1">
        <RevealText text={tool} wrap={false} />
        <span className="block text-small text-fg-3">
          {isOver ? t('list.started', { age }) : t('list.checked', { age, interval })}
        </span>
        {task.statusMessage !== undefined && (
          <span className="block text-small text-fg-2">
            <RevealText text={task.statusMessage} />
          </span>
        )}
      </span>
      <StatusBadge task={task} />
      <Button
        size="small"
        aria-label={t('list.openChatLabel', { tool })}
        onClick={() => openChat(task.conversationId)}
      >
        {t('list.openChat')}
      </Button>
      {!isOver && (
        <Button
          size="small"
          disabled={asked}
          aria-label={asked ? undefined : t('list.cancelLabel', { tool })}
          onClick={() => cancel.mutate({ id: task.id })}
        >
          {t(asked ? 'list.cancelling' : 'list.cancel')}
        </Button>
      )}
    </li>
  )
}

function StatusBadge({ task }: { task: TaskState & { unreachable?: boolean | undefined } }) {
  const t = useT('tasks')
  if (task.unreachable && !isTaskFinished(task))
    return <Badge tone="warning">{t('status.unreachable')}</Badge>
  return <Badge tone={tones[task.status]}>{t(`status.${task.status}`)}</Badge>
}

function Others({ tasks }: { tasks: TaskState[] }) {
  const t = useT('tasks')
  const steps = useIncrementalList(tasks.length, ROWS)
  return (
    <section aria-label={t('list.others')} className="pt-5">
      <h2 className="font-semibold">{t('list.others')}</h2>
      <p className="pb-2 text-small text-fg-3">{t('list.othersNote')}</p>
      <ul className="border-t border-line">
        {tasks.slice(0, steps.shown).map((task) => (
          <li
            key={task.taskId}
            className="flex flex-wrap items-center gap-3 border-b border-line py-2"
          >
            <span className="min-w-40 flex-1 font-mono text-small">
              <RevealText text={task.taskId} />
              {task.statusMessage !== undefined && (
                <span className="block text-fg-2">
                  <RevealText text={task.statusMessage} />
                </span>
              )}
            </span>
            <StatusBadge task={task} />
          </li>
        ))}
      </ul>
      <ShowMoreButton steps={steps} />
    </section>
  )
}
