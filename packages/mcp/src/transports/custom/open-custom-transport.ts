import { raceAbort } from '@gatehouse/base'
import type { JsonObject } from '@gatehouse/domain'
import { normalizeMessage } from '../../message-parsing/normalize-message.ts'
import { toMessage } from '../../message-parsing/to-message.ts'
import type { FrameRecorder } from '../../traffic-log/frame-recorder.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import { createSharedTransport, type SharedTransportInput } from '../shared-transport.ts'
import type { CustomTransport, CustomTransportFactory } from './custom-transport-interface.ts'

export interface OpenedTransport {
  transport: CustomTransport
  messages: SharedTransportInput
  /** Rejects when the transport closes by itself. */
  closed: Promise<never>
}

export interface CustomTransportOptions {
  name: string
  settings: JsonObject
  /** The factory registered by that name. */
  factory: CustomTransportFactory | undefined
  recorder: FrameRecorder
  log: OutputLog
}

/** Opens a registered transport, and records and checks each message that passes over it. Rejects as that does. */
export async function openCustomTransport(
  { name, settings, factory, recorder, log }: CustomTransportOptions,
  signal: AbortSignal,
): Promise<OpenedTransport> {
  if (!factory) throw new Error(`There is no transport named "${name}".`)
  let close: (reason: Error) => void = () => undefined
  const closed = new Promise<never>((_resolve, reject) => (close = reject))
  closed.catch(() => undefined)
  const events = {
    onMessage(value: unknown) {
      const message = toMessage(normalizeMessage(value))
      if (message) {
        recorder.received(value)
        messages.receive(message)
        return
      }
      const text = JSON.stringify(value) ?? String(value)
      recorder.malformed(text, Buffer.byteLength(text))
    },
    onClosed(reason: string) {
      close(new Error(reason))
      messages.ended()
    },
  }
  const opening = factory(settings, events, signal)
  const messages = createSharedTransport({
    marks: {},
    log,
    async send(message) {
      recorder.sent(message)
      const transport = await opening
      // What is sent is JSON by the client's own doing.
      await transport.send(message as unknown as JsonObject)
    },
  })
  return { transport: await raceAbort(opening, signal), messages, closed }
}
