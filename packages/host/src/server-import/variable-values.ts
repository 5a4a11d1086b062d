import type { LaunchTemplate, NamedTemplate, VariableValue } from './launch-template.ts'
import { variablesThatDecideCode, templateVariables } from './fill-launch-template.ts'
import type { AllowedEnvironment } from './allowed-environment.ts'
import { inputKey, type UnresolvedInput } from './import-inputs.ts'
import { variablesOf } from './template.ts'

type Variable = Parameters<VariableValue>[0]

const listOf = (lines: string | undefined): string[] | undefined =>
  lines
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

interface Answers {
  inputs: ReadonlyMap<string, UnresolvedInput>
  /** Typed values by the id of an input. */
  typed: ReadonlyMap<string, string>
  given: AllowedEnvironment
}

/** Values of one server's variables: typed, allowed, or a default of the file. */
export class VariableValues {
  readonly #answers: Answers

  constructor(answers: Answers) {
    this.#answers = answers
  }

  readonly valueOf: VariableValue = (variable) => {
    const { inputs, typed, given } = this.#answers
    const open = inputs.get(inputKey(variable))
    const answer = (open && typed.get(open.view.id)) || undefined
    const isOffered = !answer || open?.view.kind !== 'choice' || open.view.options.includes(answer)
    const typedValue = isOffered ? answer : undefined
    // Asked for only where nothing was typed: what is asked for counts as used.
    const own = (): string | undefined =>
      variable.kind === 'environment' ? given.valueOf(variable.name) : undefined
    const value = typedValue ?? own() ?? open?.value
    if (!value && open?.isOptional === true) return null
    return open?.view.many === true ? listOf(value) : value
  }

  /** A value made of a variable of the environment for which there is nothing. */
  readonly isLeftOpen = ({ value }: NamedTemplate): boolean =>
    variablesOf(value).some((one) => one.kind === 'environment' && this.valueOf(one) === undefined)

  /** Ids of inputs without which the launch cannot be made. */
  neededBy(target: LaunchTemplate): string[] {
    const { all, plain } = templateVariables(target)
    const inSight = new Set<Variable>([...plain, ...variablesThatDecideCode(target)])
    return all
      .filter((one) => one.kind === 'input' || inSight.has(one))
      .filter((one) => this.valueOf(one) === undefined)
      .flatMap((one) => this.#answers.inputs.get(inputKey(one))?.view.id ?? [])
  }
}
