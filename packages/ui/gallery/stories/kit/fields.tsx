import { Eye, Globe } from 'lucide-react'
import { IconButton, SearchField, TextArea, TextField } from '../../../src/kit/index.ts'
import { Playable, Specimen, useLocalText, type Story } from '../../story.tsx'

function Body() {
  const localized = useLocalText()
  return (
    <div className="grid max-w-3xl grid-cols-2 gap-x-8 max-[50rem]:grid-cols-1">
      <Specimen title="Text field" stack>
        <Playable initial="filesystem">
          {(value, set) => (
            <TextField
              label={localized('Name', '名称')}
              required
              value={value}
              onValueChange={set}
              description={localized(
                'Shown beside everything this server asks.',
                '显示在此服务器的每个请求旁。',
              )}
            />
          )}
        </Playable>
        <Playable initial="">
          {(value, set) => (
            <TextField
              label={localized('Working directory', '工作目录')}
              hint={localized('optional', '可选')}
              mono
              placeholder="~/code"
              value={value}
              onValueChange={set}
            />
          )}
        </Playable>
        <Playable initial="htp://localhost">
          {(value, set) => (
            <TextField
              label="URL"
              icon={Globe}
              mono
              value={value}
              onValueChange={set}
              error={localized(
                '“htp:” is not http or https. Did you mean http://localhost?',
                '“htp:” 不是 http 或 https。是否要写 http://localhost？',
              )}
            />
          )}
        </Playable>
        <Playable initial="sk-live-51Hx">
          {(value, set) => (
            <TextField
              label="API_KEY"
              type="password"
              value={value}
              onValueChange={set}
              trailing={<IconButton size="small" icon={Eye} label={localized('Show', '显示')} />}
              warning={localized(
                'This looks like a key. It will be kept in the system keychain.',
                '这看起来是密钥，将保存在系统钥匙串中。',
              )}
            />
          )}
        </Playable>
        <TextField label={localized('Disabled', '停用')} value="2026-07-28" disabled />
        <TextField
          label={localized('Read only', '只读')}
          value="npx -y server-everything"
          mono
          readOnly
        />
      </Specimen>
      <Specimen title="Text area" stack>
        <Playable initial={'You are a careful reviewer.\nName the page of each claim.'}>
          {(value, set) => (
            <TextArea
              label={localized('System prompt', '系统提示词')}
              mono
              value={value}
              onValueChange={set}
              maxRows={8}
            />
          )}
        </Playable>
        <Playable initial='{ "a": '>
          {(value, set) => (
            <TextArea
              label={localized('Arguments as JSON', 'JSON 参数')}
              mono
              minRows={3}
              value={value}
              onValueChange={set}
              error={localized(
                'Not JSON yet: the object is not closed (line 1, column 8).',
                '还不是 JSON：对象没有结束（第 1 行第 8 列）。',
              )}
            />
          )}
        </Playable>
        <h2 className="mt-4 text-small font-semibold text-fg-3">Search field</h2>
        <Playable initial="">
          {(value, set) => (
            <SearchField
              label={localized('Search all chats', '搜索所有对话')}
              keys="Mod+F"
              value={value}
              onValueChange={set}
            />
          )}
        </Playable>
        <Playable initial="agent">
          {(value, set) => (
            <SearchField
              label={localized('Filter tools', '筛选工具')}
              value={value}
              onValueChange={set}
            />
          )}
        </Playable>
      </Specimen>
    </div>
  )
}

export const story: Story = { title: 'Text fields', group: 'Controls', Body }
