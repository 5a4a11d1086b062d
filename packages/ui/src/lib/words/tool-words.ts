import { oneLine } from '../formats/one-line.ts'

/** `Title (name)`, or the name alone: the title is the server's word, the name is what runs. */
export function nameAndTitle(name: string, title: string): string {
  const text = oneLine(title, 80)
  return text === '' || text === name ? oneLine(name) : `${text} (${oneLine(name)})`
}
