import type { documents as english } from '../../en/chat/documents.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const documents = {
  page_other: '{{number}} 页',
  sheet_other: '{{number}} 个工作表',
  slide_other: '{{number}} 张幻灯片',
  chapter_other: '{{number}} 章',
  some: '{{chosen}} / {{all}}',
  characters: '{{number}} 个字符',
  source: '源文本',
  noText: '其中没有文本：页面是图片',
  gaps: {
    'pages-without-text_other': '有 {{number}} 页没有文本（是图片），不会发送。',
    pictures_other: '其中的 {{number}} 张图片不会发送。',
    charts_other: '其中的 {{number}} 个图表不会发送。',
    attachments_other: '其中附带的 {{number}} 个文件不会发送。',
    macros: '其中的宏不会运行，也不会发送。',
    cut: '文本过长：末尾部分不会发送。',
  },
  choice: {
    page: '要发送的页',
    slide: '要发送的幻灯片',
    chapter: '要发送的章',
    sheet: '要发送的工作表',
    all: '全部',
    hint: '例如 1-3, 7。留空表示全部。',
    wrong: '请输入 1 到 {{count}} 之间的数字，例如 1-3, 7。',
    apply: '应用',
    form: '发送形式',
    text: '从中读取的文本',
    source: '源文本',
  },
} satisfies TranslationOf<typeof english>
