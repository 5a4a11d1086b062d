import type { ArgumentProblem } from '@gatehouse/domain/chats'
import { Callout, CardSection } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Members of the arguments that are missing or unknown, each in a line; nothing for none. */
export function ArgumentProblems({ problems }: { problems: ArgumentProblem[] | undefined }) {
  const t = useT('chat')
  if (!problems || problems.length === 0) return null
  return (
    <CardSection>
      <Callout tone="warning" title={t('call.argumentProblems.title')}>
        <ul data-testid="argument-problems">
          {problems.map(({ kind, path }) => (
            <li key={`${kind} ${path}`}>{t(`call.argumentProblems.${kind}`, { path })}</li>
          ))}
        </ul>
      </Callout>
    </CardSection>
  )
}
