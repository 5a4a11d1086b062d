import type { AskProblem } from '@gatehouse/domain/server-requests'
import { Callout, CardSection, RevealText } from '../../../kit/index.ts'
import { BridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { readModelFailure, useModelFailureWords } from '../../../lib/words/model-failure-words.ts'

interface PreviousFailureProps {
  title: string
  problem: AskProblem | undefined
}

/**
 * The failure of the person's earlier choice. A provider's own words stand apart. What a provider said of it stands
 * apart, as its own words.
 */
export function PreviousFailure({ title, problem }: PreviousFailureProps) {
  const { text, quoted } = usePreviousFailure()(problem)
  const t = useT('asks')
  if (text === '') return null
  return (
    <CardSection>
      <Callout tone="danger" role="alert" title={title}>
        <RevealText text={text} />
        {quoted !== '' && (
          <figure className="mt-1.5 flex flex-col gap-0.5">
            <figcaption className="text-small text-fg-3">{t('providerMessage')}</figcaption>
            <blockquote className="border-l-2 border-line pl-3">
              <RevealText text={quoted} />
            </blockquote>
          </figure>
        )}
      </Callout>
    </CardSection>
  )
}

function usePreviousFailure() {
  const words = useErrorWords()
  const modelWords = useModelFailureWords()
  return (problem: AskProblem | undefined): { text: string; quoted: string } => {
    if (problem === undefined) return { text: '', quoted: '' }
    const failure =
      problem.code === 'model/failed' ? readModelFailure(problem.data['failure']) : undefined
    if (failure === undefined) return { text: words(new BridgeError(problem)), quoted: '' }
    const { detail = '', ...own } = failure
    return { text: modelWords(own), quoted: detail }
  }
}
