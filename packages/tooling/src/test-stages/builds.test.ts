import { expect, it } from 'vitest'
import { filesBeforeTheWindow } from './builds.ts'

it('a file that is loaded at once is distinguished from one that is loaded when it is wanted', () => {
  const script = [
    'Object.defineProperty(exports, "x", {});',
    'require("./chunk-a.cjs");',
    'const require_b = require("./chunk-b.cjs");',
    'let path = require("node:path");',
    'const late = () => Promise.resolve().then(() => require("./chunk-c.cjs"));',
  ].join('\n')
  expect(filesBeforeTheWindow(script)).toEqual(['./chunk-a.cjs', './chunk-b.cjs'])
})
