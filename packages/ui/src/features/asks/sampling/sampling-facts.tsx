import type { SamplingRequest } from '@gatehouse/domain/server-requests'
import { Disclosure, JsonView, RevealText, useSeenIncrementalList } from '../../../kit/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { ShowMoreButton } from '../show-more-button.tsx'

/** Tools that are drawn at first, and by each press. */
const TOOLS = { first: 50, step: 50 }

/** Parts of a sampling request besides its messages: tools, wishes, metadata. */
export function SamplingFacts({
  request,
  serverName,
}: {
  request: SamplingRequest
  serverName: string
}) {
  const t = useSamplingWords()
  const { sentences } = useFormats()
  const steps = useSeenIncrementalList(request.tools?.length ?? 0, TOOLS)
  const { tools = [], toolChoice, metadata } = request
  return (
    <>
      {tools.length > 0 && (
        <Disclosure summary={t('tools', { count: tools.length })} parts={tools.length}>
          <div className="flex flex-col gap-2">
            <p className="text-small text-fg-3">
              {sentences(
                t('toolsNote', { server: serverName }),
                t(`toolChoice.${toolChoice?.mode ?? 'auto'}`),
              )}
            </p>
            {tools.slice(0, steps.shown).map((tool, index) => (
              <div
                key={`${index}/${tool.name}`}
                className="rounded-md border border-line px-2.5 py-1.5"
              >
                <p className="flex items-baseline gap-2 text-body">
                  {tool.title !== undefined && tool.title !== tool.name && (
                    <span className="min-w-0 truncate font-medium">
                      <RevealText text={oneLine(tool.title)} wrap={false} />
                    </span>
                  )}
                  <span className="min-w-0 font-mono text-small wrap-anywhere">
                    <RevealText text={tool.name} />
                  </span>
                </p>
                {tool.description !== undefined && tool.description.trim() !== '' && (
                  <div className="max-h-24 overflow-auto text-note text-fg-2">
                    <RevealText text={tool.description} />
                  </div>
                )}
                <Disclosure summary={t('schema', { tool: oneLine(tool.name, 60) })} parts={1}>
                  <JsonView
                    value={tool.inputSchema}
                    label={t('schema', { tool: oneLine(tool.name, 60) })}
                    maxHeight="16rem"
                  />
                </Disclosure>
              </div>
            ))}
            <ShowMoreButton steps={steps} />
          </div>
        </Disclosure>
      )}
      {metadata && Object.keys(metadata).length > 0 && (
        <Disclosure summary={t('metadata', { server: serverName })} parts={1}>
          <JsonView
            value={metadata}
            label={t('metadata', { server: serverName })}
            maxHeight="16rem"
          />
        </Disclosure>
      )}
    </>
  )
}
