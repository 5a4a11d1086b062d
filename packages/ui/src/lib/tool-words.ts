import { oneLine } from './one-line.ts'

/** A title is the server's word and may claim anything: the name, which is what runs, comes first. */
export function nameAndTitle(name: string, title: string): string {
  const text = oneLine(title, 80)
  return text === '' || text === name ? oneLine(name) : `${oneLine(name)} (${text})`
}
