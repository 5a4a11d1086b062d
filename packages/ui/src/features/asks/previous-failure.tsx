import { Callout, CardSection, RevealText } from '../../kit/index.ts'

/** Why what the person chose before did not come about. */
export function PreviousFailure({
  title,
  problem,
}: {
  title: string
  problem: string | undefined
}) {
  if (problem === undefined || problem === '') return null
  return (
    <CardSection>
      <Callout tone="danger" role="alert" title={title}>
        <RevealText text={problem} />
      </Callout>
    </CardSection>
  )
}
