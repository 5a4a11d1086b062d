import type { ServerConfig, ServerDraft } from '@gatehouse/domain'
import {
  oauthClientReceiverOf,
  proxyReceiverOf,
  receiverName,
  receiverOf,
} from '@gatehouse/domain/launch'
import { filledRows, type ServerFormState } from './server-form-state.ts'

/** A secret that was given to another receiver than what is in the form now. */
export interface SecretToRetype {
  code: 'retype'
  from: string
  to: string
}

/** The fields whose stored secret has to be typed again. Main refuses to keep it as well. */
export function findSecretsToRetype(
  form: ServerFormState,
  draft: ServerDraft,
  original: ServerConfig,
): [string, SecretToRetype][] {
  const found: [string, SecretToRetype][] = []
  if (receiverOf(draft) !== receiverOf(original)) {
    const retype = {
      code: 'retype',
      from: receiverName(original),
      to: receiverName(draft),
    } as const
    const rows = filledRows(form.kind === 'http' ? form.headers : form.env)
    for (const { key, secret, stored, value } of rows)
      if (secret && stored && value === '') found.push([key, retype])
  }
  const client = clientToRetype(draft, original)
  if (client) found.push(['clientSecret', client])
  const [before, after] = [original.network?.proxy, draft.network?.proxy]
  if (typeof before !== 'object' || typeof after !== 'object') return found
  if (after.password === null && proxyReceiverOf(before) !== proxyReceiverOf(after)) {
    const named = ({ url, user = '' }: { url: string; user?: string | undefined }): string =>
      user === '' ? url : `${url} (${user})`
    found.push(['proxyPassword', { code: 'retype', from: named(before), to: named(after) }])
  }
  return found
}

/** The secret of a client is for one issuer, one client id and one server. */
function clientToRetype(draft: ServerDraft, original: ServerConfig): SecretToRetype | undefined {
  const [before, after] = [original.oauthClient, draft.oauthClient]
  if (!before || !after || after.credential.kind === 'none' || after.credential.value !== null)
    return undefined
  if (oauthClientReceiverOf(before, original) === oauthClientReceiverOf(after, draft))
    return undefined
  const named = ({ issuer, id }: { issuer: string; id: string }, at: string) =>
    `${issuer} (${id}, ${at})`
  return {
    code: 'retype',
    from: named(before, receiverName(original)),
    to: named(after, receiverName(draft)),
  }
}
