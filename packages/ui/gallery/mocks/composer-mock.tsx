import { AtSign, ChevronDown, Cpu, Plus, Slash, Square } from 'lucide-react'
import { useState } from 'react'
import { AutoGrowTextArea, Button, IconButton, Menu } from '../../src/kit/index.ts'
import { useLocalText } from '../story.tsx'

export function ComposerMock() {
  const localized = useLocalText()
  const [draft, setDraft] = useState('')
  const nothing = () => undefined
  return (
    <div className="mx-auto w-full max-w-[49rem] shrink-0 px-3 pb-4">
      <div className="rounded-xl border border-line-strong bg-card shadow-1 transition-colors focus-within:border-control-line">
        <AutoGrowTextArea
          aria-label={localized('Message', '消息')}
          placeholder={localized(
            'Ask anything. / for prompts, @ for resources and files',
            '输入消息。/ 选择提示，@ 引用资源和文件',
          )}
          value={draft}
          onValueChange={setDraft}
          minRows={1}
          maxRows={10}
          className="w-full bg-transparent px-3.5 pt-3 pb-1.5 text-read outline-none"
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <IconButton icon={Plus} label={localized('Attach', '添加附件')} />
          <IconButton icon={Slash} label={localized('Prompts', '提示词')} keys="/" />
          <IconButton
            icon={AtSign}
            label={localized('Resources and files', '资源和文件')}
            keys="@"
          />
          <div className="ml-auto flex items-center gap-2">
            <Menu
              align="end"
              side="top"
              trigger={
                <Button variant="ghost" icon={Cpu} trailingIcon={ChevronDown}>
                  <span className="font-semibold text-fg">qwen3 32b</span>
                  <span className="font-normal">{localized('Ollama, local', 'Ollama，本地')}</span>
                </Button>
              }
              entries={[
                { label: 'qwen3 32b', detail: 'Ollama', icon: Cpu, onSelect: nothing },
                { kind: 'separator' },
                { label: localized('Connect a model…', '连接模型…'), onSelect: nothing },
              ]}
            />
            <IconButton
              icon={Square}
              variant="secondary"
              label={localized('Stop', '停止')}
              keys="Escape"
              tooltipSide="top"
            />
          </div>
        </div>
      </div>
    </div>
  )
}
