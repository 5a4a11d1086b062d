/** `npm run -s plain [-- folder…]`: counts what makes the project hard to read. It informs and never fails. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { log } from '../command-support/log.mjs'
import { root } from '../command-support/paths.mjs'
import { copiedHelpers } from './copied-helpers.ts'
import { longSentences } from './long-sentences.ts'
import { longFunctions, questionComments } from './read-source.ts'

const SENTENCE_WORDS = 30
const FOLDER_FILES = 40
const FILE_LINES = 500
const FUNCTION_LINES = 80

const SOURCE = /(?<!\.d)\.(?:tsx?|mts|mjs|cjs)$/
const TEST = /\.(?:test|spec|fixture)\.\w+$|(?:^|\/)fixtures\//
const PAGE = /^docs\/[^/]+\.md$/
/** Hand-written Markdown outside `docs/*.md`. */
const OTHER_PAGE =
  /^(?:docs\/decisions\/[^/]+|README|CONTRIBUTING|(?:packages|apps)\/[^/]+\/README)\.md$/
const GENERATED = /^[^]{0,200}do not edit/

interface Source {
  file: string
  text: string
}

/** @param folders paths from the root of the repository; all of it if there are none */
export async function main(folders: readonly string[]): Promise<number> {
  const files = (await trackedFiles(folders)).filter((file) => existsSync(join(root, file)))
  const sources = read(files.filter((file) => SOURCE.test(file) && !file.includes('/fixtures/')))
  const untested = sources.filter(({ file }) => !TEST.test(file))
  reportComments(sources)
  reportSentences('docs/*.md', read(files.filter((file) => PAGE.test(file))))
  reportSentences('other pages', read(files.filter((file) => OTHER_PAGE.test(file))))
  report(
    `folders with more than ${FOLDER_FILES} source files, tests left out`,
    fullFolders(untested),
  )
  report(
    `files over ${FILE_LINES} lines`,
    sources
      .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > FILE_LINES)
      .map(({ file, lines }) => `${file}: ${lines} lines`),
  )
  report(
    `functions over ${FUNCTION_LINES} lines, tests left out`,
    untested.flatMap(({ file, text }) =>
      longFunctions(file, text, FUNCTION_LINES).map(placeIn(file)),
    ),
  )
  report(
    'copies of the helpers of packages/base in main',
    untested.flatMap(({ file, text }) => copiedHelpers(file, text).map(placeIn(file))),
  )
  log.info(`${files.length} files looked at`)
  return 0
}

async function trackedFiles(folders: readonly string[]): Promise<string[]> {
  const list = ['git', 'ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders]
  const { code, output } = await run(list, { quiet: true })
  if (code !== 0) throw new CommandError(`git ls-files failed:\n${output}`)
  return output.split('\n').filter((line) => line !== '')
}

function reportComments(sources: readonly Source[]): void {
  const totals = new Map<string, number>()
  const places: string[] = []
  for (const { file, text } of sources) {
    const { exported, total } = questionComments(file, text)
    places.push(...exported.map(placeIn(file)))
    const part = file.split('/', 2).join('/')
    if (total > 0) totals.set(part, (totals.get(part) ?? 0) + total)
  }
  report('doc comments of exported symbols that begin with What, Whether, How or Why', places)
  const all = [...totals.values()].reduce((sum, count) => sum + count, 0)
  report(
    `all doc comments that begin so: ${all}; in`,
    [...totals].map(([part, count]) => `${part}: ${count}`),
  )
}

function reportSentences(name: string, pages: readonly Source[]): void {
  report(
    `sentences above ${SENTENCE_WORDS} words in hand-written ${name}`,
    pages
      .filter(({ text }) => !GENERATED.test(text))
      .flatMap(({ file, text }) => longSentences(text, SENTENCE_WORDS).map(placeIn(file))),
  )
}

function fullFolders(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>()
  for (const { file } of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > FOLDER_FILES)
    .map(([folder, count]) => `${folder}: ${count} files`)
}

/** Prints a figure and the places behind it. */
function report(title: string, places: readonly string[]): void {
  log.step(`${title}: ${places.length}`)
  for (const place of places) log.info(place)
}

const placeIn = (file: string) => (found: { line: number; text: string }) =>
  `${file}:${found.line}  ${found.text}`

const read = (files: readonly string[]): Source[] =>
  files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
