import { delay } from '@gatehouse/base'
import type { Client } from '@modelcontextprotocol/client'
import { runRequest } from '../../requests/run-request.ts'
import { type RequestContext } from '../../requests/connection-context.ts'

interface ResourceSubscription {
  /** Ends the subscription. */
  signal: AbortSignal
  /** Called when the server begins or stops to report changes. */
  onStateChange?: ((isWatching: boolean) => void) | undefined
}

const RELISTEN_MS = 1000
const MAX_RELISTEN_MS = 60_000

/**
 * Subscribes to changes of one resource until `signal` is aborted: `resources/subscribe` in the
 * legacy era, `subscriptions/listen` in the modern one, opened again whenever it ends.
 */
export async function watchResource(
  parts: RequestContext,
  uri: string,
  { signal, onStateChange = () => undefined }: ResourceSubscription,
): Promise<void> {
  if (parts.session.info.era === 'modern') {
    void listen(parts, uri, { signal, onStateChange })
    return
  }
  const { renewals, options, log } = parts.context
  // A new session knows of no subscription, and no one was notified of what changed in between.
  const subscribeAgain = (client: Client) => {
    options.listener.onResourceUpdated(uri, true)
    onStateChange(false)
    const subscribed = () => {
      if (!signal.aborted) onStateChange(true)
    }
    client.subscribeResource({ uri }).then(subscribed, (error: unknown) => {
      const words = error instanceof Error ? error.message : String(error)
      log.write('warning', `Updates of ${uri} are no longer received: ${words.slice(0, 300)}`)
    })
  }
  const end = () => {
    renewals.delete(subscribeAgain)
    void parts.session.client.unsubscribeResource({ uri }).catch(() => undefined)
  }
  const subscribing = subscribe(parts, uri, signal)
  // Before the response: whenever it is aborted from now on, the server may have subscribed it already.
  signal.addEventListener('abort', end, { once: true })
  try {
    await subscribing
  } catch (error) {
    signal.removeEventListener('abort', end)
    throw error
  }
  if (signal.aborted) return
  onStateChange(true)
  renewals.add(subscribeAgain)
}

function subscribe(parts: RequestContext, uri: string, signal: AbortSignal): Promise<unknown> {
  const what = `the subscription to ${uri.slice(0, 300)}`
  return runRequest(
    parts,
    { what, run: (client, options) => client.subscribeResource({ uri }, options) },
    signal,
  )
}

async function listen(
  { session, context }: RequestContext,
  uri: string,
  {
    signal: ended,
    onStateChange,
  }: { signal: AbortSignal; onStateChange: (isWatching: boolean) => void },
) {
  let isAgain = false
  // What is not reported on a connection that is over is not asked for on it again.
  const signal = AbortSignal.any([ended, context.ended])
  for (let pause = RELISTEN_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_RELISTEN_MS)) {
    try {
      const subscription = await session.client.listen({ resourceSubscriptions: [uri] }, { signal })
      pause = RELISTEN_MS
      if (isAgain) context.options.listener.onResourceUpdated(uri, true)
      isAgain = true
      onStateChange(subscription.honoredFilter.resourceSubscriptions?.includes(uri) === true)
      if ((await subscription.closed) === 'local') return
      onStateChange(false)
    } catch (error) {
      if (signal.aborted) return
      const words = error instanceof Error ? error.message : String(error)
      context.log.write('debug', `Updates of ${uri} cannot be received now: ${words.slice(0, 300)}`)
    }
    await delay(pause, signal)
  }
}
