import { looksSecret } from '@gatehouse/domain'
import type { HostVariable } from '@gatehouse/domain/launch'
import { variablesThatDecideCode, templateVariables, valuesOf } from './fill-launch-template.ts'
import type { InputSources } from './import-inputs.ts'
import { hostVariablesOf } from './host-variables.ts'
import type { LaunchTemplate } from './launch-template.ts'
import { variablesOf } from './template.ts'

/** The variables of the person's own environment that one server gets: those they allowed for it, and no others. */
export class AllowedEnvironment {
  readonly #target: LaunchTemplate
  readonly #wanted: ReadonlyMap<string, HostVariable>
  readonly #allowed: ReadonlySet<string>
  readonly #sources: InputSources
  /** Variables whose value was put into the launch. */
  readonly #used = new Set<string>()

  constructor(target: LaunchTemplate, allowed: readonly string[], sources: InputSources) {
    this.#target = target
    this.#allowed = new Set(allowed)
    this.#sources = sources
    const wanted = hostVariablesOf(target, (name) => sources.hasVariable(name))
    this.#wanted = new Map(wanted.map((one) => [one.name, one]))
  }

  /** Undefined when it was not allowed, is not set, or may only be typed. */
  valueOf(name: string): string | undefined {
    if (!this.#allowed.has(name) || this.#wanted.get(name)?.isShareable !== true) return undefined
    const value = this.#sources.variable(name)
    if (value === undefined || value === '') return undefined
    this.#used.add(name)
    return value
  }

  used(): HostVariable[] {
    return [...this.#wanted.values()].filter(({ name }) => this.#used.has(name))
  }

  /** Names of values that hold one. */
  valueNames(): Set<string> {
    return new Set(this.#valuesWith((name) => this.#used.has(name)))
  }

  /** Names of values that hold one that looks secret: they go into the keychain whatever was chosen. */
  secretValues(): string[] {
    return this.#valuesWith((name) => this.#isSecret(name))
  }

  hasSecretInSight(): boolean {
    const plain = [
      ...templateVariables(this.#target).plain,
      ...variablesThatDecideCode(this.#target),
    ]
    return plain.some(({ kind, name }) => kind === 'environment' && this.#isSecret(name))
  }

  #isSecret(name: string): boolean {
    return this.#used.has(name) && looksSecret(name, this.#sources.variable(name) ?? '')
  }

  #valuesWith(test: (name: string) => boolean): string[] {
    return valuesOf(this.#target)
      .filter(({ value }) =>
        variablesOf(value).some(({ kind, name }) => kind === 'environment' && test(name)),
      )
      .map(({ name }) => name)
  }
}
