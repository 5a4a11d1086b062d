import { ElicitationFormCard } from './forms/elicitation-form-card.tsx'
import { ElicitationUrlCard } from './pages/elicitation-url-card.tsx'
import { ElicitationWaitCard } from './pages/elicitation-wait-card.tsx'
import { RootsCard } from './roots-card.tsx'
import { SamplingRequestCard } from './sampling/sampling-request-card.tsx'
import { SamplingResponseCard } from './sampling/sampling-response-card.tsx'
import { SignInCard } from './pages/sign-in-card.tsx'
import type { ServerAsk } from './server-ask.ts'

export interface ServerAskCardProps {
  ask: ServerAsk
  /** In the chat, below the call that caused it. */
  inline?: boolean | undefined
}

/** The card of something that a server asks. */
export function ServerAskCard({ ask, inline = false }: ServerAskCardProps) {
  // Remounted for another ask: nothing typed into one may reach the next.
  return <CardOfKind key={ask.id} ask={ask} inline={inline} />
}

function CardOfKind({ ask, inline }: { ask: ServerAsk; inline: boolean }) {
  switch (ask.kind) {
    case 'elicitation':
      return ask.request.mode === 'form' ? (
        <ElicitationFormCard ask={ask} request={ask.request} inline={inline} />
      ) : (
        <ElicitationUrlCard ask={ask} request={ask.request} inline={inline} />
      )
    case 'elicitation-wait':
      return <ElicitationWaitCard ask={ask} inline={inline} />
    case 'sampling-request':
      return <SamplingRequestCard ask={ask} inline={inline} />
    case 'sampling-response':
      return <SamplingResponseCard ask={ask} inline={inline} />
    case 'sign-in':
      return <SignInCard ask={ask} inline={inline} />
    case 'roots':
      return <RootsCard ask={ask} inline={inline} />
  }
}
