import { Cpu, Globe, Terminal } from 'lucide-react'
import {
  Checkbox,
  Combobox,
  RadioGroup,
  Select,
  SuggestField,
  Switch,
} from '../../src/kit/index.ts'
import { Playable, Specimen, useLocalText, type Story } from '../story.tsx'

const collections = ['agents-2026', 'agent-security', 'agentic-ui', 'papers', 'press']

function Pickers() {
  const say = useLocalText()
  return (
    <Specimen title="Select, combobox, completion" stack>
      <Playable<'stdio' | 'http'> initial="stdio">
        {(value, set) => (
          <Select
            label={say('Transport', '传输方式')}
            value={value}
            onValueChange={set}
            options={[
              {
                value: 'stdio',
                label: 'stdio',
                detail: say('a program on this computer', '本机程序'),
                icon: Terminal,
              },
              {
                value: 'http',
                label: 'Streamable HTTP',
                detail: say('a URL', '网址'),
                icon: Globe,
              },
            ]}
          />
        )}
      </Playable>
      <Playable<string | null> initial={null}>
        {(value, set) => (
          <Select
            label={say('Level', '级别')}
            required
            placeholder={say('Choose a level', '选择级别')}
            value={value}
            onValueChange={set}
            error={value === null && say('Choose one of 8 levels.', '请在 8 个级别中选择。')}
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
            label={say('Model', '模型')}
            value={value}
            onValueChange={set}
            footer={say('3 models, 1 local', '3 个模型，1 个在本地')}
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
              status={say(
                `${found.length} of ${collections.length} · completed by research`,
                `${found.length} / ${collections.length} · 由 research 补全`,
              )}
            />
          )
        }}
      </Playable>
      <SuggestField
        label={say('Waiting for suggestions', '正在等待建议')}
        value="mode"
        onValueChange={() => undefined}
        suggestions={[]}
        loading
      />
    </Specimen>
  )
}

function Toggles() {
  const say = useLocalText()
  return (
    <Specimen title="Checkbox, switch, radio" stack>
      <Playable<boolean> initial>
        {(value, set) => (
          <Checkbox
            label={say('Start with the app', '随应用启动')}
            description={say('Otherwise it starts when a chat needs it.', '否则在对话需要时启动。')}
            checked={value}
            onCheckedChange={set}
          />
        )}
      </Playable>
      <Checkbox label={say('Some of the tools', '部分工具')} checked={false} indeterminate />
      <Checkbox label={say('Not available', '不可用')} checked={false} disabled />
      <Checkbox
        label={say('Accept the terms', '接受条款')}
        checked={false}
        error={say('Needed before it can start.', '启动前必须勾选。')}
      />
      <Playable<boolean> initial>
        {(value, set) => (
          <Switch
            label={say('System notifications', '系统通知')}
            description={say(
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
          <Switch label={say('Follow the log', '跟随日志')} checked={value} onCheckedChange={set} />
        )}
      </Playable>
      <Switch label={say('Not available', '不可用')} checked disabled />
      <Playable<string | null> initial="both">
        {(value, set) => (
          <RadioGroup
            label={say('Sampling policy', '采样策略')}
            value={value}
            onValueChange={set}
            options={[
              {
                value: 'both',
                label: say('Ask both times', '前后都询问'),
                description: say(
                  'Before it runs and before the answer leaves.',
                  '运行前和发送回答前。',
                ),
              },
              { value: 'before', label: say('Ask before only', '仅运行前询问') },
              { value: 'never', label: say('Never', '从不'), disabled: true },
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
