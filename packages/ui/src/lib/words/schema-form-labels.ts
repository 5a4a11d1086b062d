import { useMemo } from 'react'
import type { SchemaFormLabels, SchemaProblem } from '../../kit/index.ts'
import type { toolForm as english } from '../../locales/en/chat/tool-form.ts'
import { useT } from './i18n.ts'

const ownWords = new Set([
  'required',
  'const',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const)
type OwnWord = typeof ownWords extends Set<infer Word> ? Word : never

const formats: Readonly<Record<keyof typeof english.format, true>> = {
  email: true,
  uri: true,
  date: true,
  'date-time': true,
  time: true,
  duration: true,
  uuid: true,
  ipv4: true,
  ipv6: true,
}

function isFormat(limit: unknown): limit is keyof typeof english.format {
  return typeof limit === 'string' && Object.hasOwn(formats, limit)
}

function isOwnWord(keyword: string): keyword is OwnWord {
  return (ownWords as ReadonlySet<string>).has(keyword)
}

const typeNames: Readonly<Record<keyof typeof english.types, true>> = {
  string: true,
  number: true,
  integer: true,
  boolean: true,
  array: true,
  object: true,
  null: true,
}

function isType(type: string): type is keyof typeof english.types {
  return Object.hasOwn(typeNames, type)
}

/** The words of forms that are drawn from a JSON Schema, in the language shown now. */
export function useSchemaFormLabels(): SchemaFormLabels {
  const t = useT('toolForm')
  return useMemo(() => {
    const typeName = (type: string): string => (isType(type) ? t(`types.${type}`) : type)
    const types = (names: readonly string[], format?: string): string => {
      const type = names.map(typeName).join(' / ')
      return format === undefined ? type : t('typeFormat', { type, format })
    }
    const wrongType = (limit: string): string => {
      if (isType(limit)) return t(`mustBe.${limit}`)
      const several = limit.split(', ')
      return several.length > 1 && several.every(isType)
        ? t('problem.typeOneOf', { types: types(several) })
        : t('problem.typeOther', { limit })
    }
    const problem = ({ keyword, limit }: SchemaProblem): string => {
      if (keyword === 'type') return wrongType(String(limit ?? ''))
      if (keyword === 'format' && isFormat(limit)) return t(`format.${limit}`)
      if (isOwnWord(keyword))
        // A bound may be a year: its digits stay ungrouped.
        return t(`problem.${keyword}`, { limit: String(limit ?? ''), count: Number(limit) || 0 })
      if (keyword === 'false') return t('problem.notAllowed')
      if (keyword === 'anyOf' || keyword === 'oneOf') return t('problem.variants')
      return t('problem.other', { keyword })
    }
    return {
      form: t('form'),
      raw: t('raw'),
      rawHint: t('rawHint'),
      notSet: t('notSet'),
      setNull: t('setNull'),
      isNull: t('isNull'),
      addItem: t('addItem'),
      addProperty: t('addProperty'),
      propertyName: t('propertyName'),
      moveUp: (position) => t('moveUp', { position }),
      moveDown: (position) => t('moveDown', { position }),
      removeItem: (position) => t('removeItem', { position }),
      removeProperty: (name) => t('removeProperty', { name }),
      item: (position) => t('item', { position }),
      showFields: (name) => t('showFields', { name }),
      variant: t('variant'),
      types,
      option: (position) => t('option', { position }),
      fixedValue: t('fixedValue'),
      showMore: t('showMore'),
      showLess: t('showLess'),
      noFields: t('noFields'),
      tooLarge: t('tooLarge'),
      partly: t('partly'),
      badJson: ({ reason, line, column }) => t(`badJson.${reason}`, { line, column }),
      notAnObject: t('notAnObject'),
      problem,
    }
  }, [t])
}
