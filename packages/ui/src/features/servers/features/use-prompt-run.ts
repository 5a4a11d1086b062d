import type { PromptResult } from '@gatehouse/domain'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { usePutInDraft } from '../../../lib/drafts/put-in-draft.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { worded } from '../../../lib/words/worded.ts'
import { promptText } from './prompt-text.ts'
import { useRunningRequest, type RunningRequest } from './use-running-request.ts'

export interface PromptPreview {
  result: PromptResult
  durationMs: number
}

export interface PromptRun {
  /** The server's response for the present arguments. */
  preview: PromptPreview | null
  previewing: boolean
  using: boolean
  error: Error | null
  running: RunningRequest
  runPreview: () => void
  /** Puts the prompt's text into a draft and goes there. */
  use: () => void
}

interface PromptCall {
  id: string
  name: string
  arguments: Record<string, string>
}

/** Gets a prompt from its server. A result for other arguments than the present ones is not shown. */
export function usePromptRun(call: PromptCall): PromptRun {
  const t = useT('servers')
  const { show } = useToasts()
  const { request } = useBridge()
  const putInDraft = usePutInDraft()
  const announce = useUi((ui) => ui.announce)
  const section = useUi((ui) => ui.section)
  const [got, setGot] = useState<(PromptPreview & { key: string }) | null>(null)
  const key = JSON.stringify(call)
  const preview = got?.key === key ? got : null

  const running = useRunningRequest()
  const get = async (forKey: string): Promise<PromptPreview> => {
    const start = performance.now()
    running.begin()
    const result = await request('server.get-prompt', { ...call, requestId: running.requestId })
    const fresh = { key: forKey, result, durationMs: performance.now() - start }
    setGot(fresh)
    return fresh
  }
  const previewing = useMutation({
    mutationFn: get,
    onSuccess: ({ result }) => announce(t('prompts.previewed', { count: result.messages.length })),
  })
  const using = useMutation({
    mutationFn: async (forKey: string) => {
      const { result } = preview ?? (await get(forKey))
      const roles = { user: t('prompts.role.user'), assistant: t('prompts.role.assistant') }
      const { text, leftOut } = promptText(result, roles)
      if (text === '')
        return show({ tone: 'warning', title: worded('servers', (to) => to('prompts.noText')) })
      await putInDraft(text, section)
      return show({
        tone: leftOut === 0 ? 'success' : 'warning',
        title: worded('servers', (to) => to('prompts.drafted')),
        ...(leftOut === 0
          ? {}
          : {
              description: worded('servers', (to) => to('prompts.leftOut', { count: leftOut })),
            }),
      })
    },
  })
  const failed = [previewing, using].find(({ error, variables }) => error && variables === key)
  return {
    preview,
    previewing: previewing.isPending,
    using: using.isPending,
    error: failed?.error ?? null,
    running,
    runPreview: () => {
      using.reset()
      previewing.mutate(key)
    },
    use: () => {
      previewing.reset()
      using.mutate(key)
    },
  }
}
