import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

/** Handlers that list the keychain's secrets and saved form values, without a value, and forget them. */
export const secretHandlers = ({ secrets, asks, formValues }: Host): HandlersOf<'secret'> => ({
  'secret.list': () => secrets.list(),
  'secret.forget': ({ refs }) => secrets.forget(refs),
  'form-values.for-ask'({ id }) {
    const ask = asks.pending().find((one) => one.id === id)
    return ask?.kind === 'elicitation' ? formValues.matching(ask) : null
  },
  'form-values.list': () => formValues.list(),
  'form-values.forget': ({ serverId }) => formValues.forget(serverId),
})
