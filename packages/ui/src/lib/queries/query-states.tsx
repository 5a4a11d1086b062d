import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Callout, Skeleton } from '../../kit/index.ts'
import { useErrorWords } from '../words/error-words.ts'
import { useT } from '../words/i18n.ts'

interface Query<Data> {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

export interface QueryStatesProps<Data> {
  query: Query<Data>
  /** Stand-in lines while nothing is known yet. */
  lines?: number | undefined
  children: (data: Data) => ReactNode
}

/** Fetched data in its three states: a skeleton, the failure with a way to retry, the thing itself. */
export function QueryStates<Data>({ query, lines = 4, children }: QueryStatesProps<Data>) {
  const t = useT('common')
  const words = useErrorWords()
  if (query.data !== undefined) return children(query.data)
  if (query.error && !query.isFetching) {
    return (
      <div className="p-4">
        <Callout
          tone="danger"
          role="alert"
          title={words(query.error)}
          actions={
            <Button size="small" icon={RotateCw} onClick={() => void query.refetch()}>
              {t('actions.retry')}
            </Button>
          }
        />
      </div>
    )
  }
  return (
    <div aria-busy className="p-4">
      <Skeleton lines={lines} />
    </div>
  )
}
