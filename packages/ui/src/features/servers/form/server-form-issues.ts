import { serverDraftSchema, type ServerConfig } from '@gatehouse/domain'
import { variableEffect } from '@gatehouse/domain/launch'
import { lacksSecret } from './oauth-client-form.ts'
import { findSecretsToRetype, type SecretToRetype } from './secrets-to-retype.ts'
import { draftOf, filledRows, type ServerFormState } from './server-form-state.ts'

export type IssueCode =
  | 'nameMissing'
  | 'nameUnseen'
  | 'commandMissing'
  | 'urlInvalid'
  | 'proxyInvalid'
  | 'issuerInvalid'
  | 'clientIdInvalid'
  | 'clientSecretMissing'
  | 'scopesInvalid'
  | 'statementInvalid'
  | 'portInvalid'
  | 'variableName'
  | 'headerName'
  | 'rowNameMissing'
  | 'repeated'
  | 'nul'
  | 'tooLong'
  | 'tooMany'
  | 'tooMuch'
  | 'timeout'
  | 'neverSecret'

/**
 * Where an issue is shown: 'name', 'command', 'url', 'cwd', 'timeout', 'args', 'proxyUrl',
 * 'proxyPassword', 'caFile', 'clientIssuer', 'clientId', 'clientSecret', 'clientScopes',
 * 'clientStatement', 'providerIssuer', 'providerId', 'redirectPort', or a row's key.
 */
export type FormIssues = ReadonlyMap<string, IssueCode | SecretToRetype>

interface SchemaIssue {
  code: string
  path: PropertyKey[]
}

/**
 * Returns the problems that would be refused, by field. Empty = can be reviewed. `original`: the server that is
 * changed.
 */
export function findIssues(form: ServerFormState, original?: ServerConfig): FormIssues {
  const issues = new Map<string, IssueCode | SecretToRetype>()
  const parsed = serverDraftSchema.safeParse(draftOf(form))
  for (const issue of parsed.error?.issues ?? []) {
    const [field, code] = place(form, issue)
    if (!issues.has(field)) issues.set(field, code)
  }
  for (const key of repeatedRows(form)) if (!issues.has(key)) issues.set(key, 'repeated')
  for (const key of hiddenRows(form)) if (!issues.has(key)) issues.set(key, 'neverSecret')
  if (form.kind === 'http' && lacksSecret(form.client))
    issues.set('clientSecret', 'clientSecretMissing')
  if (parsed.success && original)
    for (const [key, retype] of findSecretsToRetype(form, parsed.data, original))
      if (!issues.has(key)) issues.set(key, retype)
  return issues
}

const nameIssues: Partial<Record<string, IssueCode>> = {
  too_small: 'nameMissing',
  custom: 'nameUnseen',
}

const clientIssues: Partial<Record<string, [string, IssueCode]>> = {
  issuer: ['clientIssuer', 'issuerInvalid'],
  id: ['clientId', 'clientIdInvalid'],
  scopes: ['clientScopes', 'scopesInvalid'],
  statementFile: ['clientStatement', 'statementInvalid'],
}

function place(form: ServerFormState, { code, path }: SchemaIssue): [string, IssueCode] {
  const [first, second, index, leaf] = path
  const fallback: IssueCode = code === 'too_big' ? 'tooLong' : 'nul'
  if (first === 'name') return ['name', nameIssues[code] ?? fallback]
  if (first === 'network')
    return second === 'caFile' ? ['caFile', fallback] : ['proxyUrl', 'proxyInvalid']
  if (first === 'oauthClient' && second === 'provider')
    return index === 'id' ? ['providerId', 'clientIdInvalid'] : ['providerIssuer', 'issuerInvalid']
  if (first === 'oauthClient') return clientIssues[String(second)] ?? ['clientSecret', fallback]
  if (first === 'signInRedirect') return ['redirectPort', 'portInvalid']
  if (first === 'requestTimeoutMs') return ['timeout', 'timeout']
  if (second === undefined) return [form.kind === 'http' ? 'headers' : 'args', 'tooMuch']
  switch (second) {
    case 'command':
      return ['command', code === 'too_small' ? 'commandMissing' : fallback]
    case 'url':
      return ['url', code === 'too_big' ? 'tooLong' : 'urlInvalid']
    case 'cwd':
      return ['cwd', fallback]
    case 'args':
      return [form.args[Number(index)]?.key ?? 'args', index === undefined ? 'tooMany' : fallback]
    default: {
      const row = filledRows(second === 'env' ? form.env : form.headers)[Number(index)]
      if (!row) return [String(second), 'tooMany']
      if (leaf !== 'name') return [row.key, fallback]
      if (row.name === '') return [row.key, 'rowNameMissing']
      if (code === 'custom') return [row.key, 'repeated']
      return [
        row.key,
        code === 'too_big' ? 'tooLong' : second === 'env' ? 'variableName' : 'headerName',
      ]
    }
  }
}

/** Later rows that name the same thing again; header names do not differ by case (RFC 9110). */
function repeatedRows(form: ServerFormState): string[] {
  const seen = new Set<string>()
  const repeated: string[] = []
  for (const row of filledRows(form.kind === 'http' ? form.headers : form.env)) {
    const name = form.kind === 'http' ? row.name.toLowerCase() : row.name
    if (name !== '' && seen.has(name)) repeated.push(row.key)
    seen.add(name)
  }
  return repeated
}

/** Variables that decide what runs cannot be kept where no one sees them. */
function hiddenRows(form: ServerFormState): string[] {
  if (form.kind === 'http') return []
  return filledRows(form.env)
    .filter(({ name, secret }) => secret && variableEffect(name) !== null)
    .map(({ key }) => key)
}
