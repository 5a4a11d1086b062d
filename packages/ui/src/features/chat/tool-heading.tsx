import { RevealText, ServerName } from '../../kit/index.ts'
import { oneLine } from '../../lib/one-line.ts'

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
  return (
    <>
      <ServerName hue={serverHue} className="max-w-40 shrink-0">
        {serverName}
      </ServerName>
      <span className="max-w-[45%] shrink-0 truncate font-semibold">
        <RevealText text={oneLine(toolTitle)} wrap={false} />
      </span>
      {summary === undefined ? (
        toolName !== toolTitle && (
          <span className="truncate font-mono text-small text-fg-3">
            <RevealText text={oneLine(toolName)} wrap={false} />
          </span>
        )
      ) : (
        <span className="truncate text-note text-fg-3">
          <RevealText text={summary} wrap={false} />
        </span>
      )}
    </>
  )
}
