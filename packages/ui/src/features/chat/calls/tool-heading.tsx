import { classNames, RevealText, ServerName } from '../../../kit/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

interface ToolHeadingProps {
  serverName: string
  serverHue: number
  toolTitle: string
  toolName: string
  /** After the name, quieter: a summary of arguments and result. */
  summary?: string | undefined
}

/** Server, title and real name of a tool. A title is the server's word, so the name is always there too. */
export function ToolHeading({
  serverName,
  serverHue,
  toolTitle,
  toolName,
  summary,
}: ToolHeadingProps) {
  const name = <RevealText text={oneLine(toolName)} wrap={false} />
  return (
    <>
      <ServerName hue={serverHue} className="max-w-40 shrink-0">
        {serverName}
      </ServerName>
      {toolName === toolTitle ? (
        <span className="max-w-[60%] shrink-0 truncate font-semibold">{name}</span>
      ) : (
        <>
          <span
            className={classNames(
              'truncate font-semibold',
              // Beside a summary both would give way to it.
              summary !== undefined && 'max-w-[30%] shrink-0',
            )}
          >
            <RevealText text={oneLine(toolTitle)} wrap={false} />
          </span>
          <span
            data-testid="tool-name"
            className="max-w-[45%] shrink-0 truncate font-mono text-small text-fg-2"
          >
            {name}
          </span>
        </>
      )}
      {summary !== undefined && (
        <span className="truncate text-note text-fg-3">
          <RevealText text={summary} wrap={false} />
        </span>
      )}
    </>
  )
}
