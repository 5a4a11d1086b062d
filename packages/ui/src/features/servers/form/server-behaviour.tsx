import { DEFAULT_START_TIMEOUT_MS, loggingLevelSchema, type ServerView } from '@gatehouse/domain'
import {
  Button,
  Card,
  CardHeader,
  CardSection,
  RadioGroup,
  Select,
  TextField,
  useToasts,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { worded } from '../../../lib/words/worded.ts'
import {
  behaviourFormOf,
  behaviourOf,
  findBehaviourIssues,
  type BehaviourFieldsProps,
  type BehaviourForm,
} from './behaviour-form.ts'
import { ToolLimits } from './tool-limits.tsx'

/** Behaviour of a server while it runs: saved at once, without a review and without a new start. */
export function ServerBehaviourCard({ view }: { view: ServerView }) {
  const t = useT('serverPage')
  const common = useT('servers')
  const { show } = useToasts()
  const { config } = view
  const [typed, setTyped] = useRetainedState<BehaviourForm>(`behaviour ${config.id}`)
  const form = typed ?? behaviourFormOf(config)
  const issues = findBehaviourIssues(form)
  const save = useAction('server.adjust', {
    onSuccess: () => {
      setTyped(undefined)
      show({
        tone: 'success',
        title: worded('servers', (to) => to('saved', { name: config.name })),
      })
    },
  })
  const fields: BehaviourFieldsProps = {
    form,
    issues,
    onChange: (part) => setTyped({ ...form, ...part }),
  }
  return (
    <form
      noValidate
      aria-label={t('behaviour.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (issues.size === 0) save.mutate({ id: config.id, behaviour: behaviourOf(form) })
      }}
    >
      <Card label={t('behaviour.title')}>
        <CardHeader>
          <h2 className="font-semibold">{t('behaviour.title')}</h2>
          <span className="text-note text-fg-2">{t('behaviour.note')}</span>
        </CardHeader>
        <CardSection className="flex flex-col gap-4">
          <StartField {...fields} />
          <LimitFields {...fields} />
          <ToolLimits {...fields} serverId={config.id} />
          <LogLevelField {...fields} view={view} />
          <div className="flex justify-end gap-2">
            <Button disabled={typed === undefined} onClick={() => setTyped(undefined)}>
              {common('discard')}
            </Button>
            <Button
              type="submit"
              variant="primary"
              disabled={typed === undefined || issues.size > 0}
              loading={save.isPending}
            >
              {t('behaviour.save')}
            </Button>
          </div>
        </CardSection>
      </Card>
    </form>
  )
}

function StartField({ form, onChange }: BehaviourFieldsProps) {
  const t = useT('servers')
  return (
    <RadioGroup
      label={t('form.start')}
      value={form.start}
      onValueChange={(start) => onChange({ start })}
      options={[
        { value: 'launch', label: t('form.startLaunch') },
        { value: 'demand', label: t('form.startDemand'), description: t('form.startDemandNote') },
      ]}
    />
  )
}

function LimitFields({ form, onChange, issues }: BehaviourFieldsProps) {
  const t = useT('serverPage')
  const words = (field: string) => {
    const issue = issues.get(field)
    return issue && t(`behaviour.issue.${issue}`)
  }
  return (
    <div className="flex flex-wrap gap-4">
      <div data-setting="start-limit" className="min-w-56 flex-1">
        <TextField
          label={t('behaviour.starting')}
          description={t('behaviour.startingNote')}
          inputMode="numeric"
          placeholder={String(DEFAULT_START_TIMEOUT_MS / 1000)}
          value={form.starting}
          error={words('starting')}
          onValueChange={(starting) => onChange({ starting })}
        />
      </div>
      <TextField
        className="min-w-56 flex-1"
        label={t('behaviour.silence')}
        description={t('behaviour.silenceNote')}
        inputMode="numeric"
        value={form.silence}
        error={words('silence')}
        onValueChange={(silence) => onChange({ silence })}
      />
      <TextField
        className="min-w-56 flex-1"
        label={t('behaviour.total')}
        description={t('behaviour.totalNote')}
        inputMode="numeric"
        placeholder="1800"
        value={form.total}
        error={words('total')}
        onValueChange={(total) => onChange({ total })}
      />
    </div>
  )
}

function LogLevelField({ form, onChange, view }: BehaviourFieldsProps & { view: ServerView }) {
  const t = useT('serverPage')
  const { connection } = view
  const lacksLogging =
    connection.status === 'ready' &&
    connection.info.era === 'legacy' &&
    !('logging' in connection.info.capabilities)
  const isLevelPending = form.logLevel === 'none' && view.config.logLevel !== undefined
  return (
    <Select<BehaviourForm['logLevel']>
      className="max-w-72"
      label={t('behaviour.logLevel')}
      description={
        lacksLogging
          ? t('behaviour.logUnsupported')
          : t(isLevelPending ? 'behaviour.logPending' : 'behaviour.logNote')
      }
      value={form.logLevel}
      onValueChange={(logLevel) => onChange({ logLevel })}
      options={[
        { value: 'none', label: t('behaviour.logAny') },
        ...loggingLevelSchema.options.map((value) => ({
          value,
          label: t(`behaviour.level.${value}`),
        })),
      ]}
    />
  )
}
