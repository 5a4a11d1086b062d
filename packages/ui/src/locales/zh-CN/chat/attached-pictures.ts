import type { pictures as english } from '../../en/chat/attached-pictures.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const pictures = {
  size: '{{width}} × {{height}}',
  sentAs: '{{file}}，以 {{size}} {{format}} 发送，{{bytes}}',
  firstFrame: '共 {{number}} 帧，仅发送第一帧',
  firstPage: '第 1 页，共 {{number}} 页',
  removed: '已移除元数据',
  removedLocation: '已移除位置信息',
  kept: '含元数据',
  keptLocation: '含位置信息',
  choice: {
    form: '发送形式',
    picture: '绘制出的图片',
    source: '源文本',
    size: '发送尺寸',
    fitted: '适合模型的尺寸',
    full: '尽可能大',
    metadata: '发送位置、相机等元数据',
    metadataNote: '此电脑上的文件保持不变。',
    redrawn: '此图片已重新绘制，因此不会发送位置、相机等元数据。',
  },
} satisfies TranslationOf<typeof english>
