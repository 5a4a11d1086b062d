import { RotateCw } from 'lucide-react'
import { useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react'
import { Button, Callout, Skeleton } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'

/** A part of the window whose code is loaded apart from the first screen's. */
export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Loads the code without drawing; never rejects. */
  preload: () => Promise<void>
}

/**
 * Draws a component once its code is there: at once when it is, otherwise after `fallback`. Code that
 * could not be loaded shows so where the part would be, with a way to retry.
 */
export function createLazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = <PartSkeleton />,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const fetchPart = (): Promise<void> => {
    loading ??= load().then(
      (component) => void (loaded = component),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Part(props: Props): ReactNode {
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const [failed, setFailed] = useState(false)
    // Code that came meanwhile by another way is as good.
    const Component = loaded
    const isMissing = Component === undefined
    // What is drawn meanwhile is not kept waiting by the request.
    useEffect(() => {
      if (!isMissing || failed) return undefined
      let gone = false
      fetchPart().then(
        () => gone || redraw(),
        () => gone || setFailed(true),
      )
      return () => void (gone = true)
    }, [isMissing, failed])
    if (Component) return <Component {...props} />
    return failed ? <PartFailed onRetry={() => setFailed(false)} /> : fallback
  }
  return Object.assign(Part, { preload: () => fetchPart().catch(() => undefined) })
}

function PartSkeleton() {
  return (
    <div aria-busy className="min-h-0 flex-1 p-4">
      <Skeleton lines={4} />
    </div>
  )
}

function PartFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT('common')
  return (
    <div className="min-h-0 flex-1 p-4">
      <Callout
        tone="danger"
        role="alert"
        title={t('partNotLoaded')}
        actions={
          <Button size="small" icon={RotateCw} onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        }
      />
    </div>
  )
}
