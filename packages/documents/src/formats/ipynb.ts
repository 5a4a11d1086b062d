import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import { parseJson } from '@gatehouse/domain/json'
import { withoutTerminalCodes } from '@gatehouse/domain/text'
import { ReadingProblem } from '../document-error.ts'
import { MarkdownWriter } from '../markdown-writer.ts'
import { gapsOf, type ReadDocument } from '../reading.ts'

/** Cells of a Jupyter notebook (nbformat 4) in order, with the texts of their outputs. Nothing is run. */
export function readNotebook(text: string): ReadDocument {
  const budget = { bytes: DOCUMENT_LIMITS.fileBytes, depth: 64, nodes: 1_000_000 }
  const parsed = parseJson(text, { budget })
  const notebook = parsed.ok ? parsed.value : undefined
  const cells = member(notebook, 'cells')
  if (!Array.isArray(cells)) throw new ReadingProblem('damaged')
  const language = textOf(member(member(member(notebook, 'metadata'), 'kernelspec'), 'language'))
  const writer = new MarkdownWriter()
  let pictures = 0
  for (const [at, cell] of cells.entries()) {
    const source = textOf(member(cell, 'source'))
    if (member(cell, 'cell_type') !== 'code') {
      writer.raw(source)
      continue
    }
    writer.raw(`[Cell ${at + 1}]`)
    writer.code(source, /^[\w+-]{1,30}$/.test(language) ? language : '')
    const outputs = member(cell, 'outputs')
    for (const output of Array.isArray(outputs) ? outputs : []) {
      const shown = outputOf(output)
      pictures += shown.pictures
      if (shown.text.trim() === '') continue
      writer.raw('Output:')
      writer.code(shown.text)
    }
  }
  return {
    format: 'ipynb',
    unit: 'whole',
    count: 1,
    text: writer.finish(),
    gaps: gapsOf({ pictures, cut: writer.isFull ? 1 : 0 }),
  }
}

const isJsonObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? value[name] : undefined
}

/** Texts are one string, or lines. */
const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.filter((one) => typeof one === 'string').join('')
      : ''

function outputOf(output: JsonValue): { text: string; pictures: number } {
  const data = member(output, 'data')
  const isPicture =
    data !== undefined &&
    isJsonObject(data) &&
    Object.keys(data).some((type) => type.startsWith('image/'))
  const text =
    textOf(member(output, 'text')) ||
    textOf(member(data, 'text/markdown')) ||
    textOf(member(data, 'text/plain')) ||
    errorOf(output)
  return { text: withoutTerminalCodes(text), pictures: isPicture ? 1 : 0 }
}

function errorOf(output: JsonValue): string {
  const lines = member(output, 'traceback')
  if (Array.isArray(lines) && lines.length > 0)
    return lines.filter((one) => typeof one === 'string').join('\n')
  const name = textOf(member(output, 'ename'))
  return name === '' ? '' : `${name}: ${textOf(member(output, 'evalue'))}`
}
