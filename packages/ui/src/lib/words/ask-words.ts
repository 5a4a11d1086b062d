import { toolDisplayName, type Ask } from '@gatehouse/domain'
import { chatsOf } from '../chats/ask-chats.ts'
import { useInLanguage, type Language } from './i18n.ts'
import { oneLine } from '../formats/one-line.ts'
import { nameAndTitle } from './tool-words.ts'

export interface AskWords {
  /** 'write_file (Write file)', 'Sampling request': for lists and heads. */
  title: (ask: Ask) => string
  /** '{{server}} asks your model for an answer', for a `Sentence` that shows the name in its hue. */
  head: (ask: ServerAsk) => string
  /** 'research · Compare vendor quotes' */
  from: (ask: Ask) => string
  /** One sentence, for notices and screen readers. */
  sentence: (ask: Ask) => string
}

/** The words of asks of every kind, in the language shown now. */
export function useAskWords(): AskWords {
  return useInLanguage(askWords)
}

/** The same for what is made once for a language. */
export function askWords(language: Language): AskWords {
  const t = language.words('asks')
  return {
    title: (ask) =>
      ask.kind === 'tool-approval'
        ? nameAndTitle(ask.tool.name, toolDisplayName(ask.tool))
        : t(`kind.${wordOf(ask)}`),
    head: (ask) => t(`sentence.${wordOf(ask)}`, { skipInterpolation: true }),
    from: (ask) =>
      [
        ask.serverName,
        ...chatsOf(ask).map((chat) => oneLine(chat.title) || t('cause.untitled')),
      ].join(' · '),
    sentence: (ask) =>
      ask.kind === 'tool-approval'
        ? t('notice.approval', {
            server: ask.serverName,
            tool: nameAndTitle(ask.tool.name, toolDisplayName(ask.tool)),
          })
        : t(`sentence.${wordOf(ask)}`, { server: ask.serverName }),
  }
}

type ServerAsk = Exclude<Ask, { kind: 'tool-approval' }>

function wordOf(ask: ServerAsk): ServerAsk['kind'] | 'elicitationUrl' | 'elicitationQuestion' {
  if (ask.kind !== 'elicitation') return ask.kind
  if (ask.request.mode === 'url') return 'elicitationUrl'
  const { requestedSchema, unreadable } = ask.request
  const hasFields = Object.keys(requestedSchema['properties'] ?? {}).length > 0
  return hasFields || unreadable !== undefined ? 'elicitation' : 'elicitationQuestion'
}
