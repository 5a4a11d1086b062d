import type { resultShapes as english } from '../en/result-shapes.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const resultShapes = {
  view: '结果的显示方式',
  asSent: '原文',
  shape: {
    table: '表格',
    tree: '树',
    diff: '更改',
    markdown: '排版后',
    log: '逐行',
  },
  json: 'JSON',
  regenerateWith: '用其他模型重新生成',
  wrap: '自动换行',
  filter: '筛选行',
  rows_other: '{{number}} 行',
  columns_other: '{{number}} 列',
  filtered: '显示 {{shown}} 行，共 {{number}} 行',
  noRows: '没有包含“{{filter}}”的行',
  copy: '复制或保存表格',
  copyAs: {
    csv: '复制为 CSV',
    tsv: '复制为 TSV（用于电子表格）',
    markdown: '复制为 Markdown',
  },
  copied_other: '已复制 {{number}} 行',
  saveCsv: '另存为 CSV…',
  tableName: '表格',
  saveCode: '另存为…',
  codeName: '代码',
  saved: '已保存',
  notSaved: '无法保存。请检查文件夹是否可写且有足够空间。',
  copyFailed: '无法复制到剪贴板。',
  sortBy: '按“{{column}}”排序',
  showShape: '显示为表格、树或文本',
  leavesOut: '排版后，部分文本不可见。“原文”会显示全部内容。',
} satisfies TranslationOf<typeof english>
