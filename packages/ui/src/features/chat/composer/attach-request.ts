/* What is asked of main once something in a list was chosen. */
import { expandTemplate } from '../../../lib/completion/template-variables.ts'
import { offerTitle, type Offer } from './offer.ts'
import type { AttachRequest } from './use-attaching.ts'

/** What asks for values before it can be attached. */
export type AskingOffer = Exclude<Offer, { kind: 'resource' }>

/** What comes of a choice: something to attach at once, or a form. */
export type Choice =
  | { kind: 'attach'; request: AttachRequest }
  | { kind: 'asks'; offer: AskingOffer }

export function choiceOf(offer: Offer): Choice {
  const asks =
    offer.kind === 'template' ||
    (offer.kind === 'prompt' && (offer.prompt.arguments ?? []).length > 0)
  return asks ? { kind: 'asks', offer } : { kind: 'attach', request: attachRequest(offer, {}) }
}

/** What is attached when an offer is taken with these values. */
export function attachRequest(offer: Offer, values: Record<string, string>): AttachRequest {
  const { id, name, hue } = offer.server.config
  const facts = { serverId: id, serverName: name, serverHue: hue, title: offerTitle(offer) }
  switch (offer.kind) {
    case 'prompt':
      return { ...facts, kind: 'prompt', name: offer.prompt.name, arguments: values }
    case 'resource':
      return { ...facts, kind: 'resource', uri: offer.resource.uri }
    case 'template':
      return { ...facts, kind: 'resource', uri: expandTemplate(offer.template.uriTemplate, values) }
  }
}
