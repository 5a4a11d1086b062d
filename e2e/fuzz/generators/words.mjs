// Plain JavaScript, because the servers under `servers` use it too, on Node 20 with no build step.

/** @typedef {import('../random.mjs').Random} Random */

const odd = [
  '\u202Egnp.exe\u202C',
  'a\u200Bb',
  '\u001B[31mred\u001B[0m',
  'e\u0301'.repeat(200),
  'Z\u0351\u036B\u0343'.repeat(60),
  '👩‍👩‍👧‍👦'.repeat(40),
  '\uD800',
  '\u2028\u2029',
  '<script>globalThis.__attacked = true</script>',
  '<img src=x onerror="globalThis.__attacked = true">',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '𝒢𝒾𝓉𝒽𝓊𝒷',
  '\u0000',
  'javascript:globalThis.__attacked=true',
  '{{name}} ${name} %s $(id)',
]
const plain = ['report', 'read file', 'search', 'github', 'send mail', '读取文件', 'naïve', 'list']

/**
 * A name as a hostile side would choose it; at most a few hundred characters.
 * @param {Random} random
 */
export const oddName = (random) =>
  random.chance(0.6)
    ? `${random.pick(plain)} ${random.pick(odd)}`.slice(0, 300)
    : random.pick([...plain, ...odd])

/**
 * Markdown that is hard to parse, to lay out or to scroll.
 * @param {Random} random
 */
export function markdownBomb(random) {
  const times = (/** @type {number} */ most) => random.int(Math.ceil(most / 20), most)
  const make = random.pick([
    () => '- '.repeat(times(3000)) + 'end',
    () => '> '.repeat(times(3000)) + 'end',
    () => '['.repeat(times(20_000)),
    () => '*a_ '.repeat(times(20_000)),
    () => '`'.repeat(times(20_000)) + 'code',
    () => '| a '.repeat(times(400)) + '|\n' + '|---'.repeat(times(400)) + '|\n',
    () => `|a|\n|---|\n${'|x|\n'.repeat(times(3000))}`,
    () => '```js\n' + 'const a = `${b}`;\n'.repeat(times(4000)) + '```',
    () => '![x](http://127.0.0.1:9/leak.png) '.repeat(times(500)),
    () => '[Open your bank](http://127.0.0.1:9/x) '.repeat(times(800)),
    () => 'x'.repeat(times(200_000)),
    () => `${random.pick(odd)} `.repeat(times(1000)),
    () => '<div>'.repeat(times(5000)),
    () => '\n'.repeat(times(20_000)) + 'end',
    () => '$$' + '{'.repeat(times(5000)),
    () => '# '.repeat(times(2000)),
    () => '1. a\n   '.repeat(times(800)),
    () => '&amp;'.repeat(times(20_000)),
  ])
  return make()
}
