import { GatehouseError } from '@gatehouse/domain'
import type { OutboundLimits, WebHttp, WebRequest, WebResponse } from '../ports/index.ts'

/** Hosts without a network: the test gives their addresses and responses. */
export interface MemoryWebHttp extends WebHttp {
  /** The requests that were sent. */
  sent: WebRequest[]
  /** The limits of the last one. */
  limits?: OutboundLimits
  /** Addresses by host; any other host has a public one. */
  addresses: Record<string, string>
  /** Responses by address; any other is an empty page. */
  responses: Record<string, Partial<WebResponse>>
}

export function createMemoryWebHttp(): MemoryWebHttp {
  return {
    sent: [],
    addresses: {},
    responses: {},
    send(request, limits) {
      this.limits = limits
      const { hostname } = new URL(request.url)
      if (!limits.mayReach(this.addresses[hostname] ?? '93.184.216.34'))
        return Promise.reject(new GatehouseError('http/refused', `${hostname} is not asked.`))
      this.sent.push(request)
      const response = this.responses[request.url] ?? {}
      return Promise.resolve({ status: 200, headers: {}, body: new Uint8Array(), ...response })
    },
  }
}
