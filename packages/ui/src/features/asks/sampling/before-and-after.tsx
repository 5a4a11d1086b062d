import type { ReactNode } from 'react'
import { Disclosure } from '../../../kit/index.ts'

interface BeforeAndAfterProps {
  summary: string
  before: { title: string; content: ReactNode }
  after: { title: string; content: ReactNode }
}

/** The incoming and the outgoing content, beside each other if there is room, else one under the other. */
export function BeforeAndAfter({ summary, before, after }: BeforeAndAfterProps) {
  return (
    <Disclosure summary={summary} onlyOpen>
      <div className="grid grid-cols-1 gap-3 min-[1200px]:grid-cols-2" data-testid="compare">
        {[before, after].map(({ title, content }) => (
          <section key={title} aria-label={title} className="flex min-w-0 flex-col gap-1">
            <p className="text-note font-medium text-fg-2">{title}</p>
            {content}
          </section>
        ))}
      </div>
    </Disclosure>
  )
}
