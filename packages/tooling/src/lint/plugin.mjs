import { posix } from 'node:path'
import { layerViolation } from './layers.mjs'
import { meetsOutsideText, timeViolation } from './linear-expressions.mjs'
import { restrictedImports } from './restricted-imports.mjs'

/**
 * File below the repository with forward slashes.
 * @param {{ filename: string, cwd: string }} context
 */
function placeOf(context) {
  const file = context.filename.replaceAll('\\', '/')
  const cwd = context.cwd.replaceAll('\\', '/')
  return file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file
}

/**
 * Calls `check` for every static, re-exporting and dynamic import of a literal name.
 * @param {(node: any, name: string) => void} check
 */
function onImports(check) {
  const visit = (/** @type {any} */ node) => {
    if (typeof node.source?.value === 'string') check(node, node.source.value)
  }
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    CallExpression: (/** @type {any} */ node) => {
      const name = node.arguments[0]?.value
      if (node.callee.name === 'require' && typeof name === 'string') check(node, name)
    },
  }
}

const restricted = {
  create(/** @type {any} */ context) {
    const place = placeOf(context)
    return onImports((node, name) => {
      const restriction = restrictedImports.find(
        ({ module, allowed }) => module.test(name) && !allowed.test(place),
      )
      if (restriction !== undefined)
        context.report({
          node,
          message: `'${name}' may not be imported here: ${restriction.advice}.`,
        })
    })
  },
}

const uiSource = 'packages/ui/src/'

/**
 * Forbidden imports of each folder of the interface, and the right way.
 * @type {Record<string, { not: readonly string[], advice: string }>}
 */
const uiLayers = {
  kit: {
    not: ['lib', 'launch-review', 'features', 'consent-window'],
    advice: 'pass it in as a prop',
  },
  lib: {
    not: ['launch-review', 'features', 'consent-window'],
    advice: 'turn the dependency round',
  },
  'launch-review': { not: ['features', 'consent-window'], advice: 'turn the dependency round' },
  features: { not: ['consent-window'], advice: 'move what both need to kit or lib' },
  'consent-window': {
    not: ['features'],
    advice: 'move what both need to launch-review, kit or lib',
  },
}

const featureBoundaries = {
  create(/** @type {any} */ context) {
    const place = placeOf(context)
    if (!place.startsWith(uiSource)) return {}
    const [layer = '', feature] = place.slice(uiSource.length).split('/')
    return onImports((node, name) => {
      if (!name.startsWith('.')) return
      const target = posix.join(posix.dirname(place), name)
      const [otherLayer = '', otherFeature] = target.slice(uiSource.length).split('/')
      if (layer === 'features' && otherLayer === 'features' && feature !== otherFeature) {
        context.report({
          node,
          message: `Feature '${feature}' may not import feature '${otherFeature}': move what both need to kit or lib.`,
        })
      }
      const rule = uiLayers[layer]
      if (rule?.not.includes(otherLayer))
        context.report({ node, message: `${layer} may not import ${otherLayer}: ${rule.advice}.` })
    })
  },
}

const layers = {
  create(/** @type {any} */ context) {
    const place = placeOf(context)
    return onImports((node, name) => {
      const message = layerViolation(place, name)
      if (message !== undefined) context.report({ node, message: `${message}.` })
    })
  },
}

const noExportStar = {
  create(/** @type {any} */ context) {
    return {
      ExportAllDeclaration(/** @type {any} */ node) {
        context.report({
          node,
          message: 'Name each export: a package says in its index.ts what it offers.',
        })
      },
    }
  },
}

const noCompilerSilencing = {
  create(/** @type {any} */ context) {
    return {
      Program(/** @type {any} */ node) {
        for (const comment of context.sourceCode.getAllComments()) {
          if (/@ts-(ignore|nocheck|expect-error)/.test(comment.value)) {
            context.report({
              node: comment.loc ? comment : node,
              message: 'Fix the type instead of silencing the compiler.',
            })
          }
        }
      },
    }
  },
}

const linearExpressions = {
  create(/** @type {any} */ context) {
    if (!meetsOutsideText(placeOf(context))) return {}
    return {
      Literal(/** @type {any} */ node) {
        if (!node.regex) return
        const message = timeViolation(node.regex.pattern, node.regex.flags)
        if (message !== undefined) context.report({ node, message })
      },
    }
  },
}

export default {
  meta: { name: 'gatehouse' },
  rules: {
    'restricted-imports': restricted,
    'feature-boundaries': featureBoundaries,
    layers,
    'no-export-star': noExportStar,
    'no-compiler-silencing': noCompilerSilencing,
    'linear-expressions': linearExpressions,
  },
}
