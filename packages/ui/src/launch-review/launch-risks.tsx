import type { LaunchRisk } from '@gatehouse/domain/launch'
import { TriangleAlert } from 'lucide-react'
import { Callout, Icon, ProgressiveList } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { renderingCost, ExactValue } from './exact-value.tsx'

/** Everything about a launch that stands out. */
export function LaunchRisks({ risks }: { risks: LaunchRisk[] }) {
  const t = useT('servers')
  const items = risks.map((risk, index) => ({
    key: String(index),
    size: renderingCost(risk.value) + renderingCost(risk.detail ?? ''),
    drawn: (
      <li className="flex items-start gap-2">
        <Icon icon={TriangleAlert} size={12} className="mt-1 text-warning" />
        <span className="min-w-0">
          <RiskText risk={risk} />
        </span>
      </li>
    ),
  }))
  if (risks.length === 0) return <p className="text-note text-fg-3">{t('review.noRisks')}</p>
  return (
    <Callout tone="warning" title={t('review.risks', { count: risks.length })}>
      <ul className="mt-1 flex flex-col gap-2">
        <ProgressiveList items={items} />
      </ul>
    </Callout>
  )
}

/** The subject of a risk, and, if the value alone does not say it, the program or person behind it. */
export function RiskText({ risk: { code, value, detail } }: { risk: LaunchRisk }) {
  const t = useT('servers')
  return (
    <>
      {t(`risk.${code}`)}{' '}
      <span className="text-fg">
        <ExactValue text={value} />
      </span>
      {detail !== undefined && (
        <>
          {' '}
          {t(
            code in detailWords ? detailWords[code as keyof typeof detailWords] : 'riskDetail.is',
          )}{' '}
          <span className="text-fg">
            <ExactValue text={detail} />
          </span>
        </>
      )}
    </>
  )
}

const detailWords = {
  'host-variable': 'riskDetail.receiver',
  'project-runner': 'riskDetail.found',
  'malicious-package': 'riskDetail.record',
  'malicious-versions': 'riskDetail.record',
  'lookalike-package': 'riskDetail.known',
  'package-twin': 'riskDetail.known',
  'new-package': 'riskDetail.published',
} as const
