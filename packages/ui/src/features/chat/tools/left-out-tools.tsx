import type { LeftOutTool } from '@gatehouse/domain'
import { Button, Disclosure, ProgressiveList, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useServers } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/** Characters that drawing one costs. */
const ROW_SIZE = 400

/** Tools that the model of a turn could not be offered, each with the reason and the way to its definition. */
export function LeftOutTools({ tools }: { tools: readonly LeftOutTool[] }) {
  const t = useT('chat')
  return (
    <div data-testid="left-out-tools">
      <Disclosure onlyOpen summary={t('leftOutTools.summary', { count: tools.length })}>
        <div className="flex flex-col gap-1">
          <ProgressiveList
            items={tools.map((tool) => ({
              key: tool.name,
              size: ROW_SIZE,
              drawn: <LeftOutToolRow tool={tool} />,
            }))}
          />
        </div>
      </Disclosure>
    </div>
  )
}

function LeftOutToolRow({ tool: { name, reason, fault, detail, place } }: { tool: LeftOutTool }) {
  const t = useT('chat')
  const openTool = useUi((ui) => ui.openTool)
  const servers = useServers().data
  const why = fault ? t(`leftOutTools.faults.${fault}`, { detail: oneLine(detail ?? '') }) : reason
  const isThere = servers?.some(({ config }) => config.id === place?.serverId)
  const words = place
    ? t('leftOutTools.tool', {
        tool: oneLine(place.tool),
        server: oneLine(place.serverName),
        why,
      })
    : t('leftOutTools.unknownTool', { tool: oneLine(name), why })
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 text-small text-fg-2">
      <span className="min-w-0">
        <RevealText text={words} />
      </span>
      {place && isThere && (
        <Button size="small" variant="ghost" onClick={() => openTool(place)}>
          {t('leftOutTools.show')}
        </Button>
      )}
    </div>
  )
}
