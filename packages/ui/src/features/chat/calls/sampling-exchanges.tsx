import type { ToolCall } from '@gatehouse/domain'
import type { ExchangedText, SamplingExchange } from '@gatehouse/domain/server-requests'
import { Disclosure, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** Answers of a model that the server asked for during a call: a line for each, which opens. */
export function SamplingExchanges({ call }: { call: ToolCall }) {
  const { exchanges = [], serverName } = call
  if (exchanges.length === 0) return null
  return (
    <div className="flex flex-col gap-1 pt-1.5 pl-4">
      {exchanges.map((exchange) => (
        <Exchange key={exchange.id} exchange={exchange} serverName={serverName} />
      ))}
    </div>
  )
}

interface ExchangeProps {
  exchange: SamplingExchange
  serverName: string
}

function Exchange({ exchange, serverName }: ExchangeProps) {
  const t = useT('asks')
  const words = useSamplingWords()
  const { model, tokens, asked, answered, outcome, runs } = exchange
  const server = oneLine(serverName, 60)
  const isEdited = asked?.isEdited === true || answered?.isEdited === true
  const facts = [
    model
      ? words(`exchange.withModel.${outcome}`, {
          server,
          model: oneLine(model.id, 60),
          provider: oneLine(model.provider, 60),
        })
      : words(`exchange.withoutModel.${outcome}`, { server }),
    tokens && t(`sampling.tokens.${tokens.kind}`, { count: tokens.count }),
    runs > 1 && words('exchange.runs', { count: runs }),
    isEdited && words('exchange.edited'),
    asked && answered && words(`exchange.by.${asked.by}.${answered.by}`),
  ]
  const line = facts.filter((fact) => typeof fact === 'string').join(' · ')
  return (
    <div data-testid="sampling-exchange" className="text-small text-fg-3">
      <Disclosure summary={<RevealText text={line} />} onlyOpen>
        <div className="grid grid-cols-1 gap-3 min-[1200px]:grid-cols-2">
          {asked && <Side title={words('exchange.modelGot')} side={asked} />}
          {answered && <Side title={words('exchange.serverGot', { server })} side={answered} />}
          {!asked && !answered && <p>{words('exchange.nothing', { server })}</p>}
        </div>
      </Disclosure>
    </div>
  )
}

/** The text that one of the two sides got, as far as it is kept, and who let it through. */
function Side({ title, side }: { title: string; side: ExchangedText }) {
  const words = useSamplingWords()
  const { text, characters, by, isEdited } = side
  const isCut = text.length < characters
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <p className="text-note font-medium text-fg-2">{title}</p>
      <p>
        {words(isEdited ? 'exchange.sideEdited' : `exchange.side.${by}`)}
        {isCut && <> {words('exchange.cut', { characters })}</>}
      </p>
      <div
        role="group"
        tabIndex={0}
        aria-label={title}
        className="max-h-60 overflow-auto rounded-md border border-line bg-sunken px-2.5 py-1.5 font-mono text-fg-2"
      >
        <RevealText text={text} />
      </div>
    </section>
  )
}
