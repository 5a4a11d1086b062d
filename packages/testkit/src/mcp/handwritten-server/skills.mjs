import { createHash } from 'node:crypto'

/** @typedef {{ uri: string, text: string, mimeType: string }} File */

/** @param {string} name @param {string} path @param {string} text @returns {File} */
const file = (name, path, text) => ({
  uri: `skill://kitchen/${name}/${path}`,
  text,
  mimeType: 'text/markdown',
})

/** @param {string} text */
const digestOf = (text) => `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`

/** Frontmatter with what a simple reader of YAML gets wrong: folded text, an alias, a date, a number. */
const head = (/** @type {string} */ name) =>
  `---\nname: ${name}\ndescription: >-\n  Makes\n  tea.\nmetadata: &kept\n  since: "2026-01-02"\nsame: *kept\nsteps: [1, 2.5]\ndate: 2026-01-02\n---\n`

/** @param {string} name */
const frontmatter = (name) => ({
  name,
  description: 'Makes tea.',
  metadata: { since: '2026-01-02' },
  same: { since: '2026-01-02' },
  steps: [1, 2.5],
  date: '2026-01-02',
})

/** A skill of two files. @param {string} name */
function skill(name) {
  const files = [
    file(name, 'SKILL.md', `${head(name)}\n# Tea\n\nSee [times](references/times.md).\n`),
    file(name, 'references/times.md', 'Green: 2 minutes.\n'),
  ]
  const resources = files.map(({ uri, text }) => ({
    uri,
    digest: digestOf(text),
    size: Buffer.byteLength(text),
  }))
  return { files, entry: { uri: `${files[0]?.uri}`, frontmatter: frontmatter(name), resources } }
}

/**
 * Changes of the content served under these names, so that it differs from the entry.
 * @type {Record<string, (text: string) => string>}
 */
const changes = {
  'other-digest': (text) => text.replace('# Tea', '# Oil'),
  'other-size': (text) => `${text}More.\n`,
  'other-frontmatter': (text) => text.replace('2.5', '3.5'),
}

function createSkills() {
  const good = skill('brew-tea')
  const hidden = skill('unlisted-tea')
  const bad = Object.entries(changes).map(([name, change]) => {
    const { files, entry } = skill(name)
    const [main, ...others] = files
    const changed = { .../** @type {File} */ (main), text: change(`${main?.text}`) }
    // Only the frontmatter is wrong: digest and size are of what is served.
    if (name === 'other-frontmatter')
      Object.assign(/** @type {object} */ (entry.resources[0]), { digest: digestOf(changed.text) })
    return { files: [changed, ...others], entry }
  })
  const generated = skill('tea-of-today')
  const today = { files: generated.files, entry: { ...generated.entry, resources: 'dynamic' } }
  const broken = { uri: 'skill://kitchen/broken/SKILL.md', frontmatter: frontmatter('broken') }
  const all = [good, ...bad, today, hidden]
  return {
    listed: [...[good, ...bad, today].map(({ entry }) => entry), broken],
    entries: new Map(all.map(({ entry }) => [entry.uri, entry])),
    files: new Map(all.flatMap(({ files }) => files.map((one) => [one.uri, one]))),
  }
}

/** Skills by address, their files by address, and what the list shows. */
export const skills = createSkills()
