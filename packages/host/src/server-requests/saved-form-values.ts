import type { ElicitationAsk, JsonObject } from '@gatehouse/domain'
import {
  elicitationContentSchema,
  elicitationFormSchema,
  formValueSchema,
  type ElicitationRequest,
  type FormValue,
} from '@gatehouse/domain/server-requests'
import { secretTest } from '../audit/secret-fields.ts'
import type { HostDependencies } from '../dependencies.ts'

/** Values saved for one server, the latest ones; and characters of the JSON of one. */
const MAX_VALUES = 100
const MAX_VALUE = 2000
/** Characters of a field's name. */
const MAX_NAME = 128

type Form = Extract<ElicitationRequest, { mode: 'form' }>
type Values = Record<string, FormValue>
type Dependencies = Pick<HostDependencies, 'stores' | 'clock'>

/** The saved values that match fields of a form. */
export interface MatchingValues {
  savedAt: number
  values: Values
}

/**
 * Values that people sent in forms and asked to save. They are offered to later forms of the same server while its
 * identity is unchanged. Nothing is filled in or sent by itself.
 */
export class SavedFormValues {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Saves the values that were sent, without possible secrets, beside those saved for the server before. */
  keep(
    ask: Pick<ElicitationAsk, 'serverId' | 'serverIdentity'>,
    request: Form,
    content: JsonObject,
  ) {
    const { serverId, serverIdentity } = ask
    if (serverIdentity === undefined) return
    const isSecret = secretTest(request)
    const fresh = Object.entries(content).flatMap(([name, given]): [string, FormValue][] => {
      // What was filled in as JSON is not kept.
      const { data: value } = formValueSchema.safeParse(given)
      if (value === undefined || name.length > MAX_NAME) return []
      return JSON.stringify(value).length > MAX_VALUE || isSecret(name, value)
        ? []
        : [[name, value]]
    })
    if (fresh.length === 0) return
    const names = new Set(fresh.map(([name]) => name))
    const before = Object.entries(this.#of(serverId, serverIdentity)?.values ?? {})
    const kept = [...before.filter(([name]) => !names.has(name)), ...fresh].slice(-MAX_VALUES)
    const values = Object.fromEntries(kept)
    const savedAt = this.#deps.clock.now()
    this.#deps.stores.formValues.save({ serverId, serverIdentity, savedAt, values })
  }

  /** `null`: no saved value matches a field of this form, or it is no form. */
  matching(ask: ElicitationAsk): MatchingValues | null {
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

  /** Names of the saved fields, by server. */
  list(): { serverId: string; savedAt: number; fields: string[] }[] {
    return this.#deps.stores.formValues
      .list()
      .map(({ serverId, savedAt, values }) => ({ serverId, savedAt, fields: Object.keys(values) }))
  }

  /** For good; does nothing when nothing is saved. */
  forget(serverId: string): void {
    this.#deps.stores.formValues.removeForServer(serverId)
  }

  #of(serverId: string, serverIdentity: string) {
    const saved = this.#deps.stores.formValues.list().find((one) => one.serverId === serverId)
    return saved?.serverIdentity === serverIdentity ? saved : undefined
  }
}
