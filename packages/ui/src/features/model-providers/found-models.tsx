import { Cpu, RotateCw } from 'lucide-react'
import { Button, RevealText } from '../../kit/index.ts'
import {
  useConnectDiscovered,
  useUnconnectedProviders,
} from '../../lib/servers/connect-discovered.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useDiscovered } from '../../lib/queries/index.ts'
import { modelName } from './provider-form-state.ts'

export interface FoundModelsProps {
  onDone?: () => void
  /** Shows when nothing was found, in place of drawing nothing. */
  emptyText?: boolean
}

/** Model servers found on this machine, each connected with one press. */
export function FoundModels({ onDone, emptyText = false }: FoundModelsProps) {
  const t = useT('providers')
  const discovered = useDiscovered()
  const offers = useUnconnectedProviders(discovered.data)
  const { connect, isPending, variables } = useConnectDiscovered()
  if (offers.length === 0 && !emptyText) return null
  return (
    <section aria-label={t('onThisMachine')} className="flex flex-col gap-1.5">
      <p className="flex items-center gap-1 text-note font-medium text-fg-2">
        {t('onThisMachine')}
        <Button
          variant="ghost"
          size="small"
          icon={RotateCw}
          loading={discovered.isFetching}
          onClick={() => void discovered.refetch()}
        >
          {t('lookAgain')}
        </Button>
      </p>
      {offers.length === 0 && <p className="text-note text-fg-3">{t('noneOnThisMachine')}</p>}
      {offers.map((found) => {
        const [model] = found.models
        if (!model) return null
        return (
          <Button
            key={found.baseUrl}
            className="h-auto min-h-control justify-start py-1 whitespace-normal"
            icon={Cpu}
            loading={isPending && variables.draft.baseUrl === found.baseUrl}
            onClick={() => {
              connect(found, model)
              onDone?.()
            }}
          >
            <span className="min-w-0 text-left">
              <RevealText text={t('use', { model: modelName(model), engine: found.name })} />{' '}
              <span className="font-normal text-fg-3">
                {found.models.length > 1 ? t('andMore', { count: found.models.length - 1 }) : ''}
              </span>
            </span>
          </Button>
        )
      })}
    </section>
  )
}
