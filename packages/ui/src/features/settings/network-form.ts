import type { NetworkDraft, NetworkSettings } from '@gatehouse/domain/network'
import { proxyReceiverOf } from '@gatehouse/domain/launch'

/** The values of the proxy's fields. */
export interface ProxyForm {
  kind: 'system' | 'none' | 'own'
  url: string
  user: string
  password: string
}

export type ProxyIssue = 'url' | 'retype'

export function proxyForm({ proxy }: NetworkSettings): ProxyForm {
  if (typeof proxy === 'string') return { kind: proxy, url: '', user: '', password: '' }
  return { kind: 'own', url: proxy.url, user: proxy.user ?? '', password: '' }
}

/** An address of HTTP without a user name. */
const isProxyUrl = (text: string): boolean => {
  try {
    const { protocol, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && username === '' && password === ''
  } catch {
    return false
  }
}

/** True while the stored password is of the proxy and user in the form. */
export function keepsPassword(form: ProxyForm, { proxy }: NetworkSettings): boolean {
  if (form.kind !== 'own' || typeof proxy === 'string' || !proxy.password) return false
  const next = { url: form.url.trim(), user: form.user.trim() }
  return isProxyUrl(next.url) && proxyReceiverOf(next) === proxyReceiverOf(proxy)
}

export function proxyIssue(form: ProxyForm, saved: NetworkSettings): ProxyIssue | undefined {
  if (form.kind !== 'own') return undefined
  if (!isProxyUrl(form.url.trim())) return 'url'
  const had = typeof saved.proxy === 'object' && saved.proxy.password !== undefined
  const wants = form.user.trim() !== '' && form.password === ''
  return had && wants && !keepsPassword(form, saved) ? 'retype' : undefined
}

export function proxyDraft(form: ProxyForm, saved: NetworkSettings): NetworkDraft['proxy'] {
  if (form.kind !== 'own') return form.kind
  const user = form.user.trim()
  const url = form.url.trim()
  if (user === '') return { url }
  if (form.password !== '') return { url, user, password: form.password }
  return keepsPassword(form, saved) ? { url, user, password: null } : { url, user }
}
