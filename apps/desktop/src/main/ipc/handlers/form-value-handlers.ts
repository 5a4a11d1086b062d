import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type FormValueRoutes = Extract<keyof RouteHandlers, `form-values.${string}`>

export function formValueHandlers({
  asks,
  formValues,
}: Host): Pick<RouteHandlers, FormValueRoutes> {
  return {
    'form-values.for-ask'({ id }) {
      const ask = asks.pending().find((one) => one.id === id)
      return ask?.kind === 'elicitation' ? formValues.matching(ask) : null
    },
    'form-values.list': () => formValues.list(),
    'form-values.forget': ({ serverId }) => formValues.forget(serverId),
  }
}
