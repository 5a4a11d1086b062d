import type { SamplingRequest } from '@gatehouse/domain'
import { Disclosure, JsonView, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { oneLine } from '../../lib/one-line.ts'

/** Tools drawn at once. */
const MAX_TOOLS = 100

/** What a sampling request carries besides its messages: tools, wishes, metadata. */
export function SamplingFacts({
  request,
  serverName,
}: {
  request: SamplingRequest
  serverName: string
}) {
  const t = useT('asks')
  const { tools = [], toolChoice, includeContext = 'none', metadata } = request
  return (
    <>
      {tools.length > 0 && (
        <Disclosure summary={t('sampling.tools', { count: tools.length })}>
          <div className="flex flex-col gap-2">
            <p className="text-small text-fg-3">
              {t('sampling.toolsNote', { server: serverName })}{' '}
              {t(`sampling.toolChoice.${toolChoice?.mode ?? 'auto'}`)}
            </p>
            {tools.slice(0, MAX_TOOLS).map((tool, index) => (
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
                  <span className="min-w-0 truncate font-mono text-small">
                    <RevealText text={oneLine(tool.name)} wrap={false} />
                  </span>
                </p>
                {tool.description !== undefined && tool.description.trim() !== '' && (
                  <div className="max-h-24 overflow-auto text-note text-fg-2">
                    <RevealText text={tool.description.slice(0, 8000)} />
                  </div>
                )}
                <Disclosure summary={t('sampling.schema', { tool: oneLine(tool.name, 60) })}>
                  <JsonView
                    value={tool.inputSchema}
                    label={t('sampling.schema', { tool: oneLine(tool.name, 60) })}
                    maxHeight="16rem"
                  />
                </Disclosure>
              </div>
            ))}
          </div>
        </Disclosure>
      )}
      {includeContext !== 'none' && (
        <p className="text-small text-fg-2">
          {t(`sampling.context.${includeContext}`, { server: serverName })}
        </p>
      )}
      {metadata && Object.keys(metadata).length > 0 && (
        <Disclosure summary={t('sampling.metadata', { server: serverName })}>
          <JsonView
            value={metadata}
            label={t('sampling.metadata', { server: serverName })}
            maxHeight="16rem"
          />
        </Disclosure>
      )}
    </>
  )
}
