import type { NetworkTest } from '@gatehouse/domain/network'
import { useEffect, useRef, useState } from 'react'
import { Button, Callout, RevealText, TextField } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useProviders } from '../../lib/queries/index.ts'

const PUBLIC = 'https://example.com/'

/** Tests the saved setting with one request to an address. */
export function NetworkTestForm({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useT('network')
  const providers = useProviders().data
  const [typed, setTyped] = useState<string | null>(null)
  const [attempted, setAttempted] = useState(false)
  const test = useAction('network.test')
  const url = (typed ?? providers?.[0]?.baseUrl ?? PUBLIC).trim()
  const host = hostOf(url)
  return (
    <form
      noValidate
      className="flex flex-col gap-2 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault()
        setAttempted(true)
        if (host !== undefined) test.mutate({ url })
      }}
    >
      <TextField
        label={t('testUrl')}
        description={t(isUnsaved ? 'testUnsaved' : 'testNote')}
        mono
        inputMode="url"
        value={typed ?? url}
        error={attempted && host === undefined ? t('issues.testUrl') : undefined}
        onValueChange={(text) => {
          setTyped(text)
          test.reset()
        }}
        beside={
          <Button type="submit" disabled={isUnsaved} loading={test.isPending}>
            {t('test')}
          </Button>
        }
      />
      {test.data && host !== undefined && !isUnsaved && (
        <Outcome key={test.submittedAt} outcome={test.data} host={host} />
      )}
    </form>
  )
}

function hostOf(text: string): string | undefined {
  try {
    const { protocol, host } = new URL(text)
    return /^https?:$/.test(protocol) ? host : undefined
  } catch {
    return undefined
  }
}

function Outcome({ outcome, host }: { outcome: NetworkTest; host: string }) {
  const words = useOutcomeWords()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  const isReached = outcome.kind === 'reached'
  return (
    <div ref={place}>
      <Callout
        tone={isReached ? 'success' : 'danger'}
        role={isReached ? 'status' : 'alert'}
        title={<RevealText text={words(outcome, host)} />}
      />
    </div>
  )
}

const reasons = {
  ENOTFOUND: 'notFound',
  EAI_AGAIN: 'notFound',
  ECONNREFUSED: 'refused',
  CA_FILE: 'caFile',
  ETIMEDOUT: 'timedOut',
  UND_ERR_CONNECT_TIMEOUT: 'timedOut',
} as const
const knownReasons: Readonly<Record<string, (typeof reasons)[keyof typeof reasons]>> = reasons

/** The outcome of a test as a sentence. */
function useOutcomeWords(): (outcome: NetworkTest, host: string) => string {
  const t = useT('network')
  return (outcome, host) => {
    switch (outcome.kind) {
      case 'reached': {
        const { status, proxy } = outcome
        return proxy === null
          ? t('result.reachedDirectly', { host, status })
          : t('result.reachedVia', { host, proxy, status })
      }
      case 'proxy': {
        const { proxy, reason } = outcome
        if (reason === '407') return t('result.proxyRefused', { proxy })
        if (reason === 'SOCKS') return t('result.proxySocks', { proxy })
        if (reason === 'PASSWORD') return t('result.proxyPassword', { proxy })
        return /^\d+$/.test(reason)
          ? t('result.proxyStatus', { proxy, host, status: reason })
          : t('result.proxyUnreachable', { proxy, reason })
      }
      case 'certificate':
        return t('result.certificate', { host, reason: outcome.reason })
      case 'unreachable':
        return t(`result.${knownReasons[outcome.reason] ?? 'unreachable'}`, {
          host,
          reason: outcome.reason,
        })
    }
  }
}
