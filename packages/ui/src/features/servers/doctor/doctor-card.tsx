import type { ServerView } from '@gatehouse/domain'
import {
  redactReport,
  type Diagnosis,
  type DoctorStep,
  type ServerExamination,
} from '@gatehouse/domain/doctor'
import { CircleCheck, CircleDashed, CircleX, Lock } from 'lucide-react'
import {
  Card,
  CardHeader,
  classNames,
  CopyButton,
  Icon,
  RevealText,
  VisuallyHidden,
  type IconType,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { causeWords, evidenceWords } from './doctor-words.ts'
import { useDoctorTranslation } from './use-doctor-translation.ts'

const LOOKS: Readonly<Record<DoctorStep['state'], { icon: IconType; className: string }>> = {
  passed: { icon: CircleCheck, className: 'text-success' },
  failed: { icon: CircleX, className: 'text-danger' },
  'not-reached': { icon: CircleDashed, className: 'text-fg-3' },
  unknown: { icon: CircleDashed, className: 'text-fg-3' },
}

export interface DoctorCardProps {
  view: ServerView
  examination: ServerExamination
  diagnosis: Diagnosis
}

/** The steps of a start, each with what is known of it, and a report to copy. */
export function DoctorCard({ view, examination, diagnosis }: DoctorCardProps) {
  const t = useDoctorTranslation()
  const { moment } = useFormats()
  const report = useReport({ view, examination, diagnosis })
  const { steps, output } = diagnosis
  const failedAt = steps.findIndex(({ state }) => state === 'failed')
  return (
    <section className="flex flex-col gap-1.5">
      <Card label={t('title')}>
        <CardHeader
          aside={
            <>
              {examination.start && <span>{moment(examination.start.at)}</span>}
              <CopyButton label={t('copy')} text={report} />
            </>
          }
        >
          <h2 className="font-semibold">{t('title')}</h2>
          <span className="text-note text-fg-2">
            {failedAt >= 0
              ? t('reached', { step: failedAt + 1, count: steps.length })
              : t(steps.every(({ state }) => state === 'passed') ? 'allPassed' : 'notTried')}
          </span>
        </CardHeader>
        <ol>
          {steps.map((step) => (
            <Step key={step.name} step={step} />
          ))}
        </ol>
      </Card>
      <p className="flex items-center gap-1.5 px-1 text-small text-fg-3">
        <Icon icon={Lock} size={12} />
        {t('reportNote', { count: output.length })}
      </p>
    </section>
  )
}

function Step({ step }: { step: DoctorStep }) {
  const t = useDoctorTranslation()
  const { duration } = useFormats()
  const { icon, className } = LOOKS[step.state]
  const isReached = step.state === 'passed' || step.state === 'failed'
  return (
    <li
      aria-current={step.state === 'failed' ? 'step' : undefined}
      className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-t border-line px-3 py-2"
    >
      <Icon icon={icon} className={classNames('self-start translate-y-0.5', className)} />
      <span className={classNames('w-24 font-medium', !isReached && 'text-fg-3')}>
        {t(`step.${step.name}`)}
        <VisuallyHidden>{`, ${t(`state.${step.state}`)}`}</VisuallyHidden>
      </span>
      <span
        className={classNames(
          'min-w-40 flex-1 text-note break-words text-fg-2',
          // Its whole text stands below, argument by argument.
          step.evidence.id === 'command-line' && 'line-clamp-2 font-mono text-small',
        )}
      >
        <RevealText text={evidenceWords(t, step)} />
      </span>
      {step.tookMs !== undefined && (
        <span className="text-small text-fg-3 tabular-nums">{duration(step.tookMs)}</span>
      )}
    </li>
  )
}

/** The report as text, made on a press: without keys, tokens, and names of persons in paths. */
function useReport({ view, examination, diagnosis }: DoctorCardProps): () => string {
  const t = useDoctorTranslation()
  const { duration } = useFormats()
  return () => {
    const { steps, cause, output } = diagnosis
    const lines = [
      view.config.name,
      ...(cause?.line ? [cause.line.text] : []),
      causeWords(t, cause, view.config.name),
      '',
      ...steps.map((step) => {
        const time = step.tookMs === undefined ? '' : ` (${duration(step.tookMs)})`
        return `${t(`step.${step.name}`)}: ${t(`state.${step.state}`)}. ${evidenceWords(t, step)}${time}`
      }),
      '',
      ...output.map(({ number, text }) => `${number}  ${text}`),
    ]
    return redactReport(lines.join('\n'), { home: examination.home, mark: t('hidden') })
  }
}
