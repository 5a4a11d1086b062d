import { DEFAULT_OUTPUT_TOKENS, type ChatSetup } from '@gatehouse/domain/chats'
import type { ModelRequest } from '../../ports/index.ts'

/** The parameters of a request, as the window shows those of the chat: what is absent is not sent. */
export function requestParameters({
  parameters = {},
}: ChatSetup): Pick<
  ModelRequest,
  'maxOutputTokens' | 'temperature' | 'stopSequences' | 'reasoningEffort'
> {
  const { maxOutputTokens, temperature, stopSequences, reasoningEffort } = parameters
  return {
    maxOutputTokens: maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS,
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  }
}
