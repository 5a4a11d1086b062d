// Without a schema library: the window's first screen uses it.
import type { Ask, AskAnswer } from './ask.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import type { CallFlows } from '../approvals/data-flow.ts'
import type { JsonObject } from '../json/json.ts'

/** The data that a tool call sends, and its receiver. */
export interface ToolCallConsent {
  serverId: string
  toolName: string
  arguments: JsonObject
  /** Origins of text in the arguments, as shown beside them. */
  provenance?: CallFlows | undefined
}

/**
 * Returns the canonical text of a call's content. Two texts are equal exactly when the sent content, and the
 * content shown with it, is equal.
 */
export function toolCallText({ arguments: args, ...call }: ToolCallConsent): string {
  const { serverId, toolName, provenance } = call
  return canonicalJson({ kind: 'tool-call', serverId, toolName, arguments: args, provenance })
}

/**
 * The data that an answer sends out, as one text; null when it sends none. The window hashes the text it drew, main
 * the one it is about to send; it is sent only if the hashes are equal.
 */
export function consentText(ask: Ask, answer: AskAnswer): string | null {
  if (ask.kind !== answer.kind) return null
  switch (answer.kind) {
    case 'tool-approval':
      if (ask.kind !== 'tool-approval' || answer.decision === 'deny') return null
      return toolCallText({
        serverId: ask.serverId,
        toolName: ask.tool.name,
        arguments: answer.arguments ?? ask.arguments,
        provenance: ask.provenance,
      })
    case 'elicitation': {
      if (ask.kind !== 'elicitation' || answer.answer.action !== 'accept') return null
      const what =
        ask.request.mode === 'url'
          ? { url: ask.request.url }
          : { content: answer.answer.content ?? {} }
      return text(ask, what)
    }
    case 'sampling-request': {
      const { decision } = answer.answer
      if (decision === 'deny') return null
      return text(
        ask,
        decision === 'run'
          ? { model: answer.answer.model, request: answer.answer.request }
          : { text: answer.answer.text },
      )
    }
    case 'sampling-response':
      if (ask.kind !== 'sampling-response' || answer.answer.decision !== 'send') return null
      // Who wrote it is not the person's to change.
      return text(ask, { response: { ...answer.answer.response, model: ask.response.model } })
    case 'roots':
      return answer.share.length === 0 ? null : text(ask, { share: answer.share })
    case 'elicitation-wait':
      return null
    case 'sign-in':
      if (ask.kind !== 'sign-in' || answer.decision === 'cancel') return null
      return text(ask, {
        page: ask.page,
        issuer: ask.issuer,
        tokenEndpoint: ask.tokenEndpoint,
        scopes: ask.scopes,
        ...(ask.widerResource === undefined ? {} : { widerResource: ask.widerResource }),
        ...(ask.purpose === undefined ? {} : { purpose: ask.purpose }),
      })
  }
}

function text({ kind, serverId }: Ask, what: object): string {
  return canonicalJson({ kind, serverId, ...what })
}
