import type { fileChange as english } from '../en/file-change.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const fileChange = {
  label: '对 {{path}} 的更改',
  against: '与文件当前内容相比',
  newFile: '该处目前没有可读取的文件',
  unchanged: '文件内容已与此相同。',
  proposed: '此调用要求的更改，未与文件比较',
  moves: '将 {{path}} 移动到 {{destination}}',
  notFound: '文件当前内容中没有逐字相同的原文。服务器可能以其他方式匹配，或拒绝执行。',
  tooDifferent: '差异过多，无法逐行比较。下方的参数显示全部内容。',
  more_other: '再显示 {{count}} 行',
  added: '新增',
  removed: '删除',
  because: {
    elsewhere: '未比较：文件不在此对话或该服务器的文件夹中。',
    relative: '未比较：只有服务器知道此路径指向何处。',
    'leads-out': '未比较：有链接指向文件夹之外。',
    'too-large': '未比较：文件大于 500 kB。',
    'not-text': '未比较：文件不是文本。',
    unreadable: '未比较：目前无法读取文件。',
  },
} satisfies TranslationOf<typeof english>
