import { type DraftTransport, isSecretName } from '@gatehouse/domain'
import { receiverName, type LaunchRisk, type HostVariable } from '@gatehouse/domain/launch'
import { variablesThatDecideCode, fillLaunchTemplate, valuesOf } from './fill-launch-template.ts'
import type { LaunchTemplate } from './launch-template.ts'
import { variablesOf, type Template } from './template.ts'

/** Characters of a receiver beside a variable; the whole launch is shown with it. */
const MAX_RECEIVER = 1000

type TemplateField = { where: HostVariable['where']; template: Template; isPlain: boolean }

/** The variables that a launch wants of the person's own environment, and who would receive them. Reads no value. */
export function hostVariablesOf(
  target: LaunchTemplate,
  hasVariable: (name: string) => boolean,
): HostVariable[] {
  const receiver = receiverInShort(
    fillLaunchTemplate(target, () => undefined, { secrets: new Set() }),
  )
  const found = new Map<string, HostVariable>()
  for (const { where, template, isPlain } of fieldsOf(target))
    for (const variable of variablesOf(template)) {
      if (variable.kind !== 'environment') continue
      const { name } = variable
      const known = found.get(name)
      const isShareable = (known?.isShareable ?? true) && !(isPlain && isSecretName(name))
      const isSet = known?.isSet ?? hasVariable(name)
      found.set(name, { name, receiver, where: known?.where ?? where, isSet, isShareable })
    }
  return [...found.values()]
}

/** That a server is given variables of the person's own, each with its receiver. */
export function hostVariableRisks(
  given: readonly HostVariable[],
  transport: DraftTransport,
): LaunchRisk[] {
  const receiver = receiverInShort(transport)
  return given.map(({ name, where }) => ({
    code: 'host-variable',
    where,
    value: name,
    detail: receiver,
  }))
}

/** It is shown once for every variable, and a launch may be as large as a book. */
function receiverInShort(transport: DraftTransport): string {
  const name = receiverName({ transport, network: undefined })
  return name.length > MAX_RECEIVER ? `${name.slice(0, MAX_RECEIVER)}…` : name
}

function fieldsOf(target: LaunchTemplate): TemplateField[] {
  const deciding = new Set(variablesThatDecideCode(target))
  const values = valuesOf(target).map(({ value }): TemplateField => {
    const isPlain = variablesOf(value).some((variable) => deciding.has(variable))
    return { where: target.kind === 'http' ? 'header' : 'environment', template: value, isPlain }
  })
  const plain = (where: HostVariable['where'], template: Template): TemplateField => ({
    where,
    template,
    isPlain: true,
  })
  if (target.kind === 'http') return [plain('url', target.url), ...values]
  return [
    plain('command', target.command),
    ...target.args.map((argument) => plain('argument', argument)),
    ...(target.cwd === null ? [] : [plain('directory', target.cwd)]),
    ...values,
  ]
}
