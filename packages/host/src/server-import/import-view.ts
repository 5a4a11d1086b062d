import { type DraftTransport, looksSecret } from '@gatehouse/domain'
import { variableEffect, type ImportedLaunch, type ImportedServer } from '@gatehouse/domain/launch'
import { launchRisks } from '../launch-review/launch-risks.ts'
import { fillLaunchTemplate, templateVariables, valuesOf } from './fill-launch-template.ts'
import { inputKey, type UnresolvedInput } from './import-inputs.ts'
import { hostVariablesOf } from './host-variables.ts'
import type { LaunchTemplate } from './launch-template.ts'
import type { ImportCandidate } from './import-source-file.ts'
import { templateSource, variablesOf } from './template.ts'

/** A launch without the values that go into the keychain. */
export function withoutSecrets(transport: DraftTransport): ImportedLaunch {
  const hide = (
    values: { name: string; value: string | null; secret: boolean }[],
  ): Extract<ImportedLaunch, { kind: 'stdio' }>['env'] =>
    values.map(({ name, value, secret }) => ({
      name,
      value: secret ? null : value,
      secret,
      length: value?.length ?? 0,
      uses: [],
      ...(value === null ? { missing: true } : {}),
    }))
  return transport.kind === 'http'
    ? { ...transport, headers: hide(transport.headers) }
    : { ...transport, env: hide(transport.env) }
}

/** The part of a server from a file that the window may see. */
export function viewOf(
  { id, parsed, target, problems, file }: ImportCandidate,
  name: string,
  hasVariable: (name: string) => boolean,
): ImportedServer {
  const view = {
    id,
    ...(parsed.download === undefined ? {} : { download: parsed.download }),
    name,
    at: parsed.at,
    line: parsed.line,
    launch: null,
    risks: [],
    problems,
    notes: parsed.notes,
    inputs: [],
    hostVariables: [],
    same: null,
    suggested: false,
  }
  if (!target) return view
  const secrets = secretNames(target, file.inputs)
  const draft = fillLaunchTemplate(target, () => undefined, { secrets })
  const launch = withoutSecrets(draft)
  const uses = new Map(
    valuesOf(target).map(({ name: of, value }) => [of, variablesOf(value).map(spelling)]),
  )
  for (const value of launch.kind === 'http' ? launch.headers : launch.env)
    value.uses = uses.get(value.name) ?? []
  const ids = templateVariables(target).all.flatMap(
    (variable) => file.inputs.get(inputKey(variable))?.view.id ?? [],
  )
  return {
    ...view,
    launch,
    risks: launchRisks({ transport: draft }, null),
    inputs: [...new Set(ids)],
    hostVariables: hostVariablesOf(target, hasVariable),
    suggested: parsed.suggested,
  }
}

/** A variable as the file writes it, without its default, which may be a secret. */
function spelling(variable: ReturnType<typeof variablesOf>[number]): string {
  const isBare = variable.kind === 'input' || variable.fallback === null
  return isBare ? variable.raw : `\${${variable.name}}`
}

/** The variables and headers that are to go into the keychain unless the person decides otherwise. */
function secretNames(
  target: LaunchTemplate,
  inputs: ReadonlyMap<string, UnresolvedInput>,
): ReadonlySet<string> {
  const isSecret = ({ name, value }: ReturnType<typeof valuesOf>[number]): boolean =>
    looksSecret(name, templateSource(value)) ||
    variablesOf(value).some((one) => inputs.get(inputKey(one))?.view.secret === true)
  return new Set(
    valuesOf(target)
      .filter((value) => target.kind === 'http' || variableEffect(value.name) === null)
      .filter(isSecret)
      .map(({ name }) => name),
  )
}
