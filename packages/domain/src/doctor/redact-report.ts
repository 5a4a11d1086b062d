import { looksSecret } from '../text/looks-secret.ts'

const WORD = /[^\s"'`,;()[\]{}<>]+/g
/** `--api-key VALUE`, `API_KEY=VALUE`, `"token": "VALUE"`: the value of a name that is a secret's. */
const PAIR = /(?<![\w.-])([A-Za-z_][\w.-]{0,60})(["']? ?[=:] ?["']?)([^\s"'`,;&]+)/g
const OPTION = /(?<!\S)(--[\w-]{1,60})( )([^\s"'`-][^\s"'`]*)/g
const USER_FOLDER =
  /(?<=(?:^|[\s"'`(=:,])(?:\/(?:home|Users)\/|[A-Za-z]:[\\/]Users[\\/]))[^\s\\/"'`]+/g

/** The text without the home folder, names of persons in paths, and what looks like a key or token. */
export function redactReport(text: string, { home, mark }: { home: string; mark: string }): string {
  const short = home.length > 1 ? text.replaceAll(home, '~') : text
  const hidePair = (...[whole = '', name = '', between = '', value = '']: string[]): string =>
    looksSecret(name, value) && !/^(?:is|was|not|or|and)$/i.test(value)
      ? `${name}${between}${mark}`
      : whole
  return short
    .replace(USER_FOLDER, '…')
    .replace(PAIR, hidePair)
    .replace(OPTION, hidePair)
    .replace(WORD, (word) => (looksSecret('', word) ? mark : word))
}
