import type { SignInView } from '@gatehouse/domain'
import { CopyButton, RevealText } from '../../../kit/index.ts'
import { signInProblem } from '../../../lib/words/connection-failure-words.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { addWords, useT } from '../../../lib/words/i18n.ts'
import { signInLog as en } from '../../../locales/en/servers/sign-in-log.ts'
import { signInLog as zhCN } from '../../../locales/zh-CN/servers/sign-in-log.ts'

addWords('signInLog', { en, 'zh-CN': zhCN })

type Line = SignInView['trace'][number]

interface SignInLogProps {
  trace: readonly Line[]
  server: string
}

/** Requests, responses and choices of a sign-in. What is copied for a report is in English. */
export function SignInLog({ trace, server }: SignInLogProps) {
  const t = useT('serverPage')
  const { exactClock } = useFormats()
  const words = useLineWords(server)
  if (trace.length === 0) return null
  const lines = trace.map(({ at, step, text }) => `${new Date(at).toISOString()} ${step}: ${text}`)
  return (
    <section aria-label={t('signIn.trace')} data-testid="sign-in-trace">
      <div className="mb-1 flex items-center gap-2">
        <h2 className="flex-1 text-note font-medium text-fg-2">{t('signIn.trace')}</h2>
        <CopyButton text={lines.join('\n')} label={t('signIn.copyTrace')} />
      </div>
      <ol className="border-t border-line">
        {trace.map((line) => (
          <li key={line.seq} className="flex gap-3 border-b border-line py-1.5 text-small">
            <span className="w-14 shrink-0 text-fg-3 tabular-nums">
              {exactClock(line.at).slice(0, 8)}
            </span>
            <span className="w-40 shrink-0 text-fg-2">{t(`signIn.step.${line.step}`)}</span>
            <span className="flex min-w-0 flex-col wrap-anywhere">
              <RevealText text={words(line)} />
              {line.note?.code === 'ended' && (
                <span lang="en" className="text-fg-3">
                  <RevealText text={line.text} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Returns a line in the language shown now; a line of addresses and numbers alone is unchanged. */
function useLineWords(server: string): (line: Line) => string {
  const t = useT('signInLog')
  const errors = useT('errors')
  return ({ text, note }) => {
    if (!note) return text
    const values: Record<string, string | number> = {}
    for (const [name, value] of Object.entries(note.values))
      values[name] = value === '' ? t('none') : value
    if (note.code === 'unexpected') return t('unexpected', { ...values, count: countOf(values) })
    if (note.code !== 'ended') return t(note.code, values)
    const problem = signInProblem({
      code: 'sign-in-needed',
      detail: `sign-in/${values['problem']}`,
    })
    return problem ? errors(`signIn.${problem}`, { name: server, address: '', ...values }) : text
  }
}

function countOf({ count }: Record<string, string | number>): number {
  return typeof count === 'number' ? count : 1
}
