import type { JsonObject } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { KitProvider } from '../kit-provider.tsx'
import type { SchemaFormLabels } from './form-context.ts'
import { SchemaFormView } from './schema-form.tsx'
import { useSchemaForm, type SchemaForm } from './use-schema-form.ts'

const labels: SchemaFormLabels = {
  form: 'Form',
  raw: 'Raw JSON',
  rawHint: '',
  notSet: 'not set',
  setNull: 'Set to null',
  isNull: 'Set a value',
  addItem: 'Add item',
  addProperty: 'Add',
  propertyName: 'Additional property',
  moveUp: (position) => `Move ${position} up`,
  moveDown: (position) => `Move ${position} down`,
  removeItem: (position) => `Remove item ${position}`,
  removeProperty: (name) => `Remove ${name}`,
  item: (position) => `Item ${position}`,
  showFields: (name) => `Fields of ${name}`,
  variant: '',
  types: (types) => types.join(' or '),
  option: (position) => `Option ${position}`,
  fixedValue: 'fixed',
  showMore: 'more',
  showLess: 'less',
  noFields: 'none',
  tooLarge: 'too large',
  partly: 'partly',
  badJson: ({ reason, line, column }) => `${reason} at ${line}:${column}`,
  notAnObject: 'no object',
  problem: ({ keyword, limit }) => `${keyword} ${limit ?? ''}`.trim(),
}

/** Shows a form and gives access to its state. */
function show(schema: JsonObject, initial?: JsonObject): { form: () => SchemaForm } {
  let state: SchemaForm | null = null
  function Host() {
    const form = useSchemaForm({ schema, initial })
    state = form
    return <SchemaFormView form={form} labels={labels} />
  }
  render(
    <KitProvider>
      <Host />
    </KitProvider>,
  )
  return {
    form() {
      if (!state) throw new Error('not drawn')
      return state
    },
  }
}

const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: RegExp | string, value: string) =>
  fireEvent.change(field(name), { target: { value } })
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))

const fieldsOf = (count: number, one: JsonObject): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, one]))
const boxes = { type: 'string', enum: Array.from({ length: 24 }, (_, index) => `v${index}`) }
const rows = { type: 'array', items: { type: 'object', properties: fieldsOf(10, {}) } }
const shapes = {
  anyOf: Array.from({ length: 200 }, (_, index) => ({ type: 'object', required: [`r${index}`] })),
  default: {},
}

/** Schemas that are small themselves and open thousands of controls, or check as many. */
const crowded: Record<string, { schema: JsonObject; initial?: JsonObject }> = {
  fields: { schema: { type: 'object', properties: fieldsOf(1000, { type: 'boolean' }) } },
  'boxes to check': {
    schema: { type: 'object', properties: fieldsOf(100, { type: 'array', items: boxes }) },
  },
  'required objects in each other': {
    schema: {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { $ref: '#' }, b: { $ref: '#' } },
    },
  },
  'items of a default': {
    schema: {
      type: 'object',
      properties: { a: { ...rows, default: Array.from({ length: 200 }, () => ({})) } },
    },
  },
  'items that a model gave': {
    schema: { type: 'object', properties: { a: rows } },
    initial: { a: Array.from({ length: 200 }, () => ({})) },
  },
  'shapes to choose from': { schema: { type: 'object', properties: fieldsOf(10, shapes) } },
}

afterEach(cleanup)

describe('a form drawn from a schema', () => {
  it('gives back what was set and nothing that was emptied again', () => {
    const { form } = show({
      type: 'object',
      required: ['path'],
      properties: {
        path: { type: 'string' },
        note: { type: 'string' },
        depth: { type: 'integer' },
        options: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } } },
      },
    })
    type('path', '/tmp')
    type('note', 'x')
    type('note', '')
    type('depth', '3')
    type('a', 'y')
    expect(form().value).toEqual({ path: '/tmp', depth: 3, options: { a: 'y' } })
    type('a', '')
    type('depth', '')
    expect(form().value).toEqual({ path: '/tmp' })
  })

  it('keeps numbers numbers on the way there, and says when something is none', () => {
    const { form } = show({ type: 'object', properties: { ratio: { type: 'number' } } })
    type('ratio', '-')
    expect(field('ratio').value).toBe('-')
    expect(form().hasProblems).toBe(true)
    type('ratio', '-1.')
    expect(field('ratio').value).toBe('-1.')
    expect(form().value).toEqual({ ratio: -1 })
    type('ratio', '-1.50')
    expect(field('ratio').value).toBe('-1.50')
    expect(form().value).toEqual({ ratio: -1.5 })
  })

  it('moves and removes items without mixing up their texts', () => {
    const { form } = show({
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'string' } } },
    })
    for (const text of ['a', 'b', 'c']) {
      press('Add item')
      type(`Item ${(form().value['list'] as string[]).length}`, text)
    }
    press('Move 3 up')
    expect(form().value).toEqual({ list: ['a', 'c', 'b'] })
    press('Remove item 1')
    expect(form().value).toEqual({ list: ['c', 'b'] })
    expect(screen.getAllByRole<HTMLTextAreaElement>('textbox').map((one) => one.value)).toEqual([
      'c',
      'b',
    ])
  })

  it('reports problems of a field only once it was left, and all of them on sending', () => {
    const { form } = show({
      type: 'object',
      required: ['name', 'mail'],
      properties: {
        name: { type: 'string', minLength: 3 },
        mail: { type: 'string', format: 'email' },
      },
    })
    expect(screen.queryByText('required')).toBeNull()
    type('name', 'ab')
    expect(screen.queryByText('minLength 3')).toBeNull()
    fireEvent.blur(field('name'))
    expect(screen.getByText('minLength 3')).toBeTruthy()
    expect(screen.queryByText('required')).toBeNull()
    expect(form().submit()).toBeNull()
  })

  it('shows the same in both tabs and does not lose text that is not JSON yet', () => {
    const { form } = show(
      { type: 'object', properties: { a: { type: 'integer' } } },
      { a: 1, extra: 'kept' },
    )
    fireEvent.click(screen.getByRole('tab', { name: 'Raw JSON' }))
    const raw = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Raw JSON' })
    expect(raw.value).toBe('{\n  "a": 1,\n  "extra": "kept"\n}')
    fireEvent.change(raw, { target: { value: '{\n  "a": 2,\n' } })
    expect(screen.getByText('not-json at 3:1')).toBeTruthy()
    expect(form().submit()).toBeNull()
    fireEvent.click(screen.getByRole('tab', { name: 'Form' }))
    expect(raw.value).toBe('{\n  "a": 2,\n')
    fireEvent.change(raw, { target: { value: '{"a": 2, "extra": "kept"}' } })
    fireEvent.click(screen.getByRole('tab', { name: 'Form' }))
    expect(field('a').value).toBe('2')
    expect(form().submit()).toEqual({ a: 2, extra: 'kept' })
  })

  it('draws recursion closed and hostile texts as text', () => {
    show({
      type: 'object',
      properties: {
        tree: { $ref: '#/$defs/node' },
        '<b>x</b>': { type: 'string', title: 'safe\u202eelif', description: '<img src=x>' },
      },
      $defs: { node: { type: 'object', properties: { left: { $ref: '#/$defs/node' } } } },
    })
    const tree = screen.getByRole('button', { name: 'Fields of tree' })
    expect(within(document.body).getAllByRole('button', { name: 'Fields of left' })).toHaveLength(1)
    expect(tree.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('U+202E')).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })

  it('falls back to raw JSON for a schema that is too large, instead of freezing', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 6000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    )
    const { form } = show({ type: 'object', properties })
    expect(screen.getByText('too large')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '{"p1":"x"}' } })
    expect(form().submit()).toEqual({ p1: 'x' })
  })

  /**
   * @threat drawing.crowded-form
   * @attacker server
   * @tries To freeze the window by a small schema, default or argument that opens thousands of controls.
   * @stoppedBy Controls are counted before a form is drawn; beyond 400 the person edits raw JSON, with a note.
   */
  it.each(Object.entries(crowded))(
    'offers raw JSON in place of more controls than a window draws at once: %s',
    (_name, { schema, initial }) => {
      const { form } = show(schema, initial)
      expect(screen.getByText('too large')).toBeTruthy()
      expect(document.querySelectorAll('input, button, textarea').length).toBeLessThan(10)
      expect(form().value).toMatchObject(initial ?? {})
    },
  )

  it('draws as many fields as a server may ask for, and stays raw JSON for a value with more', async () => {
    const { form } = show({
      type: 'object',
      properties: {
        ...Object.fromEntries(
          Array.from({ length: 200 }, (_, index) => [`p${index}`, { type: 'string' }]),
        ),
        list: { type: 'array', items: { type: 'string' } },
      },
    })
    // In steps, between which the window responds.
    expect(document.querySelectorAll('textarea').length).toBeLessThan(50)
    await waitFor(() => expect(document.querySelectorAll('textarea')).toHaveLength(200), {
      timeout: 10_000,
    })
    act(() => form().setTab('raw'))
    const list = Array.from({ length: 100 }, () => 'x')
    act(() => form().setRaw(JSON.stringify({ list })))
    act(() => form().setTab('form'))
    expect(screen.getByText('too large')).toBeTruthy()
    expect(form().value['list']).toHaveLength(100)
  })
})

it('a range shows its bounds, and not the ends of what JSON can hold', () => {
  const whole = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
  show({
    type: 'object',
    properties: {
      any: { type: 'integer', ...whole },
      some: { type: 'integer', ...whole, minimum: 1 },
    },
  })
  expect(document.body.textContent).not.toContain('9007199254740991')
  expect(screen.getByText('≥ 1')).toBeTruthy()
})

describe('what is sent, beside what is shown', () => {
  const choices = {
    oneOf: [
      { const: 'delete-everything', title: 'Keep' },
      { const: 'same', title: 'same' },
    ],
  }

  /**
   * @threat shown.title-for-value
   * @attacker server
   * @tries Offers a choice "Keep" in a form whose value is delete-everything, or two choices of one title.
   * @stoppedBy Where the title of a choice is not its value, the value stands beside it.
   */
  it('the value of a choice stands beside its title where they differ', () => {
    show(
      { type: 'object', properties: { one: { type: 'string', ...choices } } },
      { one: 'delete-everything' },
    )
    expect(screen.getByRole('combobox', { name: /one/ }).textContent).toContain(
      'Keep (delete-everything)',
    )
  })

  /** @threat shown.title-for-value */
  it('the values of a list of choices stand beside their titles', () => {
    const { oneOf: anyOf } = choices
    show({ type: 'object', properties: { some: { type: 'array', items: { anyOf } } } })
    expect(screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent)).toEqual([
      'Keep (delete-everything)',
      'same',
    ])
  })

  /** @threat shown.title-for-value */
  it('a choice of the text "true" is distinguished from one of true', () => {
    show(
      { type: 'object', properties: { one: { enum: [true, 'true'], enumNames: ['yes', 'yes'] } } },
      { one: true },
    )
    expect(screen.getByRole('combobox', { name: /one/ }).textContent).toContain('yes (true)')
  })

  /**
   * @threat shown.field-hides-text
   * @attacker server
   * @tries Fills a field of one line with a text that has line breaks, unseen characters or a CR, or a number that is
   * sent as another one.
   * @stoppedBy A text with line breaks gets a field of several lines, unseen characters and CR are drawn below their
   * field, and a number that would change is none.
   */
  it.each([
    ['a line break', 'a\nrm -rf /', 'a rm -rf /'],
    ['a CRLF', 'a\r\nb', 'aU+000D b'],
    ['a bidi override', 'safe\u202egnp.exe', 'safeU+202Egnp.exe'],
  ])('%s in a field of one line is visible', (_, text, seen) => {
    const schema = { type: 'string', maxLength: 40 }
    show({ type: 'object', properties: { name: schema } }, { name: text })
    const control = screen.getByLabelText<HTMLTextAreaElement>(/name/)
    const drawn = screen.queryByTestId('unseen-text')?.textContent ?? control.value
    expect([control.tagName, drawn.replace('\n', ' ')]).toEqual([
      text.includes('\n') ? 'TEXTAREA' : 'INPUT',
      seen,
    ])
  })

  /** @threat shown.field-hides-text */
  it.each([
    ['0x10', '0x10'],
    ['1e400', '1e400'],
    ['9007199254740993', '9007199254740993'],
    ['1.', 1],
    ['+.5e1', 5],
    ['007', 7],
  ])('a number typed as %s is sent as that number, or is none', (typed, value) => {
    const { form } = show({ type: 'object', properties: { count: { type: 'number' } } })
    type(/count/, typed)
    expect(form().value).toEqual({ count: value })
  })
})
