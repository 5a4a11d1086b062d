import type { EventSourceMessage } from 'eventsource-parser'

/** An event as it stands in a stream. */
export function eventText({ id, event, data }: EventSourceMessage): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${place}${name}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`
}
