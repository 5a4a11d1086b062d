import { type RouteOutput, MAX_DIAGRAM_CHARACTERS, type RouteInput } from '@gatehouse/contract'
import { useContext, useEffect, type RefObject } from 'react'
import { Button, Callout, CodeBlock, hasHidden, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { useTheme } from '../../../lib/windows/use-theme.ts'
import { CodeIsComplete } from '../syntax-highlighting/use-code-colors.ts'
import { DiagramPicture, EnlargeDiagram } from './diagram-picture.tsx'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { queryKeys } from '../../../lib/queries/query-keys.ts'

type Diagram = RouteOutput<'diagram.draw'>
type NotDrawn = Exclude<Diagram, { state: 'drawn' }>

export const isDiagram = (language: string | undefined): boolean =>
  language?.toLowerCase() === 'mermaid'

interface DiagramFenceProps {
  code: string
  language: string
  blockRef: RefObject<HTMLPreElement | null>
}

/** The code of a diagram, and once the person asks for it, the picture that main made of it. */
export function DiagramFence({ code, language, blockRef }: DiagramFenceProps) {
  const t = useT('chat')
  const isComplete = useContext(CodeIsComplete)
  const conversationId = useUi((ui) => ui.conversationId)
  const announce = useUi((ui) => ui.announce)
  const [isWanted, setWanted] = useRetainedState<true>(`diagram ${conversationId} ${code}`)
  const isHidden = hasHidden(code)
  const isAsked = isWanted === true && isComplete
  const theme = useTheme()
  const drawing = useDiagram({ source: code, theme }, isAsked && !isHidden)
  const outcome = outcomeOf(isHidden, drawing.isError, drawing.data)
  const picture = isAsked && outcome?.state === 'drawn' ? outcome : undefined
  const problem = isAsked && outcome && outcome.state !== 'drawn' ? outcome : undefined
  const isShown = picture !== undefined
  useEffect(() => {
    if (isShown) announce(t('diagram.drawn'))
  }, [isShown, announce, t])
  const press = (): void => {
    if (isShown) setWanted(undefined)
    else if (problem && !isHidden) void drawing.refetch()
    else setWanted(true)
  }
  const isDrawing = isAsked && drawing.isFetching
  return (
    <div data-testid="diagram" data-language={language} className="my-2.5">
      <CodeBlock
        blockRef={blockRef}
        code={code}
        title={<span className="font-mono">{language}</span>}
        label={language}
        maxHeight="30rem"
        actions={
          isComplete && (
            <>
              <Button size="small" variant="ghost" loading={isDrawing} onClick={press}>
                {isDrawing ? t('diagram.drawing') : t(isShown ? 'diagram.code' : 'diagram.show')}
              </Button>
              {picture && <EnlargeDiagram {...picture} />}
            </>
          )
        }
        notice={problem && !isDrawing && <Problem problem={problem} />}
      >
        {picture && <DiagramPicture {...picture} />}
      </CodeBlock>
    </div>
  )
}

function outcomeOf(
  isHidden: boolean,
  isError: boolean,
  drawn: Diagram | undefined,
): Diagram | { state: 'hidden' } | undefined {
  if (isHidden) return { state: 'hidden' }
  return isError ? { state: 'failed' } : drawn
}

function Problem({ problem }: { problem: NotDrawn | { state: 'hidden' } }) {
  const t = useT('chat')
  const words = {
    unreadable: t('diagram.unreadable'),
    'too-slow': t('diagram.tooSlow'),
    'too-large': t('diagram.tooLarge'),
    hidden: t('diagram.hidden'),
    busy: t('diagram.busy'),
    failed: t('diagram.failed'),
  }
  return (
    <Callout
      tone="warning"
      role="alert"
      title={words[problem.state]}
      className="m-2 max-h-60 overflow-y-auto"
    >
      {problem.state === 'unreadable' && problem.message !== '' && (
        <span className="font-mono whitespace-pre-wrap">
          <RevealText text={problem.message} />
        </span>
      )}
    </Callout>
  )
}

/** Result of drawing a diagram, once it is wanted; forgotten some minutes after it was last shown. */
function useDiagram(
  request: RouteInput<'diagram.draw'>,
  isWanted: boolean,
): UseQueryResult<RouteOutput<'diagram.draw'>> {
  const bridge = useBridge()
  return useQuery<RouteOutput<'diagram.draw'>>({
    queryKey: queryKeys.diagram(request.source, request.theme),
    queryFn: () =>
      request.source.length > MAX_DIAGRAM_CHARACTERS
        ? { state: 'too-large' }
        : bridge.request('diagram.draw', request),
    enabled: isWanted,
    // In another theme the one before stays until this one is there.
    placeholderData: (before, query) =>
      query?.queryKey[2] === request.source ? before : undefined,
  })
}
