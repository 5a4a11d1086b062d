import { oneLine } from './one-line.ts'

/** A title is the server's word and may claim anything: the name, which is what runs, comes first. */
export function nameAndTitle(name: string, title: string): string {
  const said = oneLine(title, 80)
  return said === '' || said === name ? oneLine(name) : `${oneLine(name)} (${said})`
}
