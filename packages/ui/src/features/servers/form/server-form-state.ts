import type { DraftValue, ServerConfig, ServerDraftInput, StoredValue } from '@gatehouse/domain'
import {
  clientFormOf,
  emptyClient,
  oauthClientOf,
  signInRedirectOf,
  type OAuthClientForm,
} from './oauth-client-form.ts'
import {
  connectionFormOf,
  emptyConnection,
  networkOf,
  protocolOf,
  type ConnectionForm,
} from './connection-form.ts'

/** One row of environment or headers. `stored`: a secret of this name is in the keychain. */
export interface ValueRow {
  key: string
  name: string
  value: string
  secret: boolean
  stored: boolean
}

export interface ArgumentRow {
  key: string
  value: string
}

/** Form of a server, both kinds at once so that a switch loses nothing. */
export interface ServerFormState {
  id: string | null
  kind: 'stdio' | 'http'
  name: string
  /** The person named it; until then the name follows the command or URL. */
  named: boolean
  command: string
  args: ArgumentRow[]
  env: ValueRow[]
  cwd: string
  url: string
  headers: ValueRow[]
  start: 'launch' | 'demand'
  connection: ConnectionForm
  client: OAuthClientForm
  timeoutSeconds: string
}

export function newKey(): string {
  return crypto.randomUUID()
}

export function emptyRow(): ValueRow {
  return { key: newKey(), name: '', value: '', secret: false, stored: false }
}

export function emptyForm(): ServerFormState {
  return {
    id: null,
    kind: 'stdio',
    name: '',
    named: false,
    command: '',
    args: [],
    env: [],
    cwd: '',
    url: '',
    headers: [],
    start: 'launch',
    connection: emptyConnection(),
    client: emptyClient(),
    timeoutSeconds: '60',
  }
}

export function formOf(config: ServerConfig): ServerFormState {
  const form: ServerFormState = {
    ...emptyForm(),
    id: config.id,
    name: config.name,
    named: config.isNameSuggested !== true,
    start: config.start,
    connection: connectionFormOf(config),
    client: clientFormOf(config),
    timeoutSeconds: String(config.requestTimeoutMs / 1000),
  }
  const { transport } = config
  return transport.kind === 'http'
    ? { ...form, kind: 'http', url: transport.url, headers: transport.headers.map(rowOf) }
    : {
        ...form,
        kind: 'stdio',
        command: transport.command,
        args: transport.args.map((value) => ({ key: newKey(), value })),
        env: transport.env.map(rowOf),
        cwd: transport.cwd ?? '',
      }
}

function rowOf({ name, value }: { name: string; value: StoredValue }): ValueRow {
  return value.kind === 'plain'
    ? { key: newKey(), name, value: value.value, secret: false, stored: false }
    : { key: newKey(), name, value: '', secret: true, stored: true }
}

/** Rows with content; an empty one at the end is only an invitation. */
export function filledRows(rows: readonly ValueRow[]): ValueRow[] {
  return rows.filter((row) => row.name !== '' || row.value !== '' || row.stored)
}

/** Returns the draft to review. Only the kind that is shown counts. */
export function draftOf(form: ServerFormState): ServerDraftInput {
  return {
    ...(form.id === null ? {} : { id: form.id }),
    name: form.name,
    ...(form.named || form.kind !== 'http' ? {} : { isNameSuggested: true as const }),
    transport:
      form.kind === 'http'
        ? {
            kind: 'http',
            url: form.url.trim(),
            headers: filledRows(form.headers).map(valueOf),
            ...(form.connection.httpTransport === 'auto'
              ? {}
              : { httpTransport: form.connection.httpTransport }),
          }
        : {
            kind: 'stdio',
            command: form.command,
            args: form.args.map((row) => row.value),
            env: filledRows(form.env).map(valueOf),
            ...(form.cwd === '' ? {} : { cwd: form.cwd }),
          },
    protocol: protocolOf(form.connection),
    ...networkOf(form.connection),
    ...oauthClientOf(form.kind, form.client),
    ...signInRedirectOf(form.kind, form.client),
    start: form.start,
    requestTimeoutMs: Math.round(Number(form.timeoutSeconds) * 1000),
  }
}

function valueOf(row: ValueRow): DraftValue {
  // An untouched stored secret stays what it is: its value never came here.
  const keeps = row.secret && row.stored && row.value === ''
  return { name: row.name, value: keeps ? null : row.value, secret: row.secret }
}

/** A short name for what is being added: the package without its prefixes, the program, the host. */
export function suggestName(form: ServerFormState): string {
  if (form.kind === 'http') {
    const host =
      /^https?:\/\/(?:[^/@]*@)?(?:www\.|mcp\.)?([^/:?#]+)/i.exec(form.url.trim())?.[1] ?? ''
    return /^[\d.]+$/.test(host) ? host : host.replace(/\.[^.]+$/, '') || host
  }
  const values = form.args.map((row) => row.value)
  const program = form.command.split(/[\\/]/).at(-1) ?? ''
  const named = values.find((value) => /^@?[A-Za-z][\w.-]*(?:\/[\w.-]+)?(?:@[\w.-]+)?$/.test(value))
  const source =
    /^(?:npx|bunx|pnpx|uvx|node|python3?|deno)$/i.test(program) && named ? named : program
  return source
    .replace(/^@[^/]+\//, '')
    .split('@', 1)
    .join('')
    .replace(/\.\w{1,4}$/, '')
    .replace(/^(?:mcp-server-|server-|mcp-)/, '')
    .replace(/(?:-mcp-server|-mcp|-server)$/, '')
}
