// The first import of every command: says in words which Node is needed, before another file fails in words
// of its own. The build tools and Electron's installer load ES modules with `require`.
/** @param {string} version as `process.versions.node` gives it */
export function isGoodNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22
}

if (!isGoodNode(process.versions.node)) {
  console.error(
    `Gatehouse is built with Node 20.19 or newer, or 22.12 or newer; this is Node ${process.versions.node}.\n` +
      'Install a current Node (from your system or with a version manager) and run the command again.',
  )
  process.exit(1)
}
