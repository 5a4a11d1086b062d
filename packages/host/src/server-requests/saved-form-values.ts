import type { ElicitationAsk } from '@gatehouse/domain'
import {
  elicitationContentSchema,
  elicitationFormSchema,
  type ElicitationRequest,
  type FormValue,
} from '@gatehouse/domain/server-requests'
import { secretTest } from '../audit/secret-fields.ts'
import type { HostDependencies } from '../dependencies.ts'

/** Values that are kept of one server, those that were kept last; and characters of the JSON of one. */
const MAX_VALUES = 100
const MAX_VALUE = 2000
/** Characters of a field's name. */
const MAX_NAME = 128

type Form = Extract<ElicitationRequest, { mode: 'form' }>
type Values = Record<string, FormValue>
type Dependencies = Pick<HostDependencies, 'stores' | 'clock'>

/** What of a form can be filled in from what was kept. */
export interface FittingValues {
  savedAt: number
  values: Values
}

/**
 * What people sent in forms and asked to keep. It is offered to a later form of the same server, as long as that is
 * who it was: with the identity of then. Nothing is filled in or sent by itself.
 */
export class SavedFormValues {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Keeps what was sent, without what may be a secret, beside what was kept of the same server before. */
  keep(ask: Pick<ElicitationAsk, 'serverId' | 'serverIdentity'>, request: Form, content: Values) {
    const { serverId, serverIdentity } = ask
    if (serverIdentity === undefined) return
    const isSecret = secretTest(request)
    const fresh = Object.entries(content).filter(
      ([name, value]) =>
        name.length <= MAX_NAME &&
        JSON.stringify(value).length <= MAX_VALUE &&
        !isSecret(name, value),
    )
    if (fresh.length === 0) return
    const names = new Set(fresh.map(([name]) => name))
    const before = Object.entries(this.#of(serverId, serverIdentity)?.values ?? {})
    const kept = [...before.filter(([name]) => !names.has(name)), ...fresh].slice(-MAX_VALUES)
    const values = Object.fromEntries(kept)
    const savedAt = this.#deps.clock.now()
    this.#deps.stores.formValues.save({ serverId, serverIdentity, savedAt, values })
  }

  /** `null`: nothing was kept that fits a field of this form, or it is no form. */
  fitting(ask: ElicitationAsk): FittingValues | null {
    const { request, serverId, serverIdentity } = ask
    if (request.mode !== 'form' || serverIdentity === undefined) return null
    const saved = this.#of(serverId, serverIdentity)
    const form = elicitationFormSchema.safeParse(request.requestedSchema)
    if (!saved || !form.success) return null
    const { properties } = form.data
    const isSecret = secretTest(request)
    const values = Object.entries(saved.values).filter(([name, value]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (!field || isSecret(name, value)) return false
      const alone = { type: 'object' as const, properties: { [name]: field } }
      return elicitationContentSchema(alone).safeParse({ [name]: value }).success
    })
    if (values.length === 0) return null
    return { savedAt: saved.savedAt, values: Object.fromEntries(values) }
  }

  /** Names of the fields that are kept, by server. */
  list(): { serverId: string; savedAt: number; fields: string[] }[] {
    return this.#deps.stores.formValues
      .list()
      .map(({ serverId, savedAt, values }) => ({ serverId, savedAt, fields: Object.keys(values) }))
  }

  /** For good; does nothing when nothing is kept. */
  forget(serverId: string): void {
    this.#deps.stores.formValues.removeForServer(serverId)
  }

  #of(serverId: string, serverIdentity: string) {
    const saved = this.#deps.stores.formValues.list().find((one) => one.serverId === serverId)
    return saved?.serverIdentity === serverIdentity ? saved : undefined
  }
}
