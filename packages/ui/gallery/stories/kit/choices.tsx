import { Cpu, Globe, Terminal } from 'lucide-react'
import {
  Checkbox,
  Combobox,
  RadioGroup,
  Select,
  SuggestField,
  Switch,
} from '../../../src/kit/index.ts'
import { Playable, Specimen, useLocalText, type Story } from '../../story.tsx'

const collections = ['agents-2026', 'agent-security', 'agentic-ui', 'papers', 'press']

function Pickers() {
  const localized = useLocalText()
  return (
    <Specimen title="Select, combobox, completion" stack>
      <Playable<'stdio' | 'http'> initial="stdio">
        {(value, set) => (
          <Select
            label={localized('Transport', '传输方式')}
            value={value}
            onValueChange={set}
            options={[
              {
                value: 'stdio',
                label: 'stdio',
                detail: localized('a program on this computer', '本机程序'),
                icon: Terminal,
              },
              {
                value: 'http',
                label: 'Streamable HTTP',
                detail: localized('a URL', '网址'),
                icon: Globe,
              },
            ]}
          />
        )}
      </Playable>
      <Playable<string | null> initial={null}>
        {(value, set) => (
          <Select
            label={localized('Level', '级别')}
            required
            placeholder={localized('Choose a level', '选择级别')}
            value={value}
            onValueChange={set}
            error={value === null && localized('Choose one of 8 levels.', '请在 8 个级别中选择。')}
            options={[
              'debug',
              'info',
              'notice',
              'warning',
              'error',
              'critical',
              'alert',
              'emergency',
            ].map((level) => ({
              value: level,
              label: level,
            }))}
          />
        )}
      </Playable>
      <Playable<string | null> initial="qwen3">
        {(value, set) => (
          <Combobox
            label={localized('Model', '模型')}
            value={value}
            onValueChange={set}
            footer={localized('3 models, 1 local', '3 个模型，1 个在本地')}
            options={[
              { value: 'qwen3', label: 'qwen3 32b', detail: 'Ollama', icon: Cpu },
              { value: 'sonnet', label: 'Claude Sonnet 5', detail: 'Anthropic', icon: Cpu },
              { value: 'gpt', label: 'gpt-oss 120b', detail: 'vLLM', icon: Cpu },
            ]}
          />
        )}
      </Playable>
      <Playable initial="agent">
        {(value, set) => {
          const found = collections.filter((name) => name.includes(value))
          return (
            <SuggestField
              label="collection"
              value={value}
              onValueChange={set}
              suggestions={found}
              status={localized(
                `${found.length} of ${collections.length} · completed by research`,
                `${found.length} / ${collections.length} · 由 research 补全`,
              )}
            />
          )
        }}
      </Playable>
      <SuggestField
        label={localized('Waiting for suggestions', '正在等待建议')}
        value="mode"
        onValueChange={() => undefined}
        suggestions={[]}
        loading
      />
    </Specimen>
  )
}

function Toggles() {
  const localized = useLocalText()
  return (
    <Specimen title="Checkbox, switch, radio" stack>
      <Playable<boolean> initial>
        {(value, set) => (
          <Checkbox
            label={localized('Start with the app', '随应用启动')}
            description={localized(
              'Otherwise it starts when a chat needs it.',
              '否则在对话需要时启动。',
            )}
            checked={value}
            onCheckedChange={set}
          />
        )}
      </Playable>
      <Checkbox label={localized('Some of the tools', '部分工具')} checked={false} indeterminate />
      <Checkbox label={localized('Not available', '不可用')} checked={false} disabled />
      <Checkbox
        label={localized('Accept the terms', '接受条款')}
        checked={false}
        error={localized('Needed before it can start.', '启动前必须勾选。')}
      />
      <Playable<boolean> initial>
        {(value, set) => (
          <Switch
            label={localized('System notifications', '系统通知')}
            description={localized(
              'When something waits for you and the window is not in front.',
              '有事项等待处理且窗口不在前台时。',
            )}
            checked={value}
            onCheckedChange={set}
          />
        )}
      </Playable>
      <Playable initial={false}>
        {(value, set) => (
          <Switch
            label={localized('Follow the log', '跟随日志')}
            checked={value}
            onCheckedChange={set}
          />
        )}
      </Playable>
      <Switch label={localized('Not available', '不可用')} checked disabled />
      <Playable<string | null> initial="both">
        {(value, set) => (
          <RadioGroup
            label={localized('Sampling policy', '采样策略')}
            value={value}
            onValueChange={set}
            options={[
              {
                value: 'both',
                label: localized('Ask both times', '前后都询问'),
                description: localized(
                  'Before it runs and before the answer leaves.',
                  '运行前和发送回答前。',
                ),
              },
              { value: 'before', label: localized('Ask before only', '仅运行前询问') },
              { value: 'never', label: localized('Never', '从不'), disabled: true },
            ]}
          />
        )}
      </Playable>
    </Specimen>
  )
}

function Body() {
  return (
    <div className="grid max-w-3xl grid-cols-2 gap-x-8 max-[50rem]:grid-cols-1">
      <Pickers />
      <Toggles />
    </div>
  )
}

export const story: Story = { title: 'Choices', group: 'Controls', Body }
